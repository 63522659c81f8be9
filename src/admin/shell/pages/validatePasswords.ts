import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#contract/constants.ts';

/**
 * The rules of docs/specification.md#passwords, as translation keys. Characters are counted as on the server, by code
 * points.
 */
export const validatePasswords = ({
  oldPassword,
  newPassword,
  confirmPassword,
}: Record<string, string | null | undefined>): Record<string, string> => {
  const length = [...(newPassword ?? '')].length;
  return {
    ...(!oldPassword && { oldPassword: 'app.password.oldRequired' }),
    ...(length === 0
      ? { newPassword: 'app.password.newRequired' }
      : length < MIN_PASSWORD_LENGTH
        ? { newPassword: 'app.password.tooShort' }
        : length > MAX_PASSWORD_LENGTH && { newPassword: 'app.password.tooLong' }),
    ...(!confirmPassword
      ? { confirmPassword: 'app.password.confirmRequired' }
      : confirmPassword !== newPassword && { confirmPassword: 'app.password.differ' }),
  };
};
