/** A text of somebody else in an English sentence. */
export const quoted = (text: string): string => `“${text}”`
