/** Why the sign-in page is shown, and where signing in leads. */
export interface Departure {
  returnTo: string;
  /** `loggedOut`: on request. `expired`: the session ended by itself. Absent: there was none. */
  reason?: 'loggedOut' | 'expired' | 'passwordChanged';
}

export type DepartureReason = NonNullable<Departure['reason']>;
