/** The masked form of a phone number. */
export const maskedPhone = (tail: string) => `*** **** ${tail}`;
