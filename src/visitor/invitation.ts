const KEY = 'invitedBy';

/** The address that a user shares. */
export const invitationAddress = (userId: string) =>
  new URL(`/?${new URLSearchParams({ invite: userId }).toString()}`, location.origin).href;

/** Keeps by whose link the visitor has come, until an account begins. */
export const keepInvitation = (search: string): void => {
  const inviter = new URLSearchParams(search).get('invite') ?? '';
  if (/^\w{1,64}$/.test(inviter)) localStorage.setItem(KEY, inviter);
};

/** As `agree` takes it. */
export const keptInvitation = (): { invitedBy?: string } => {
  const invitedBy = localStorage.getItem(KEY);
  return invitedBy ? { invitedBy } : {};
};

export const forgetInvitation = () => localStorage.removeItem(KEY);
