/** Whether it says, in one of the platform's two ways, that a unique index has refused a value. */
export const isDuplicate = (error: unknown): boolean => {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === 'DATABASE_DUPLICATE_WRITE' || /E11000/.test(String(message));
};
