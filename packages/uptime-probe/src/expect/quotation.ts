/** Puts text from outside into quotation marks. */
export const quoted = (text: string): string => `“${text}”`
