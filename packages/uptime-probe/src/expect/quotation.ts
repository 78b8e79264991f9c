/** Puts other people's text into quotation marks. */
export const quoted = (text: string): string => `“${text}”`
