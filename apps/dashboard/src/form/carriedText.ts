let carried = ""

/** Stores a text for another screen. It can contain a password, so it stays in the memory of this window. */
export const carryText = (text: string): void => {
  carried = text
}

/** Returns the stored text and removes it. Empty: there is none. */
export const carriedText = (): string => {
  const text = carried
  carried = ""
  return text
}
