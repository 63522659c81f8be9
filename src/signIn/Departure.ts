/** How one came to the sign-in page, and where signing in leads back to. */
export interface Departure {
  returnTo: string;
  /** `loggedOut`: asked for and done. `expired`: the session ended by itself. Absent: there was none. */
  reason?: 'loggedOut' | 'expired' | 'passwordChanged';
}

export type DepartureReason = NonNullable<Departure['reason']>;
