/** As much of a phone number as everybody here may see. */
export const maskedPhone = (tail: string) => `*** **** ${tail}`;
