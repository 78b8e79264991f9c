/**
 * A pattern for characters that a terminal obeys instead of showing: C0 and C1 controls (ECMA-48), characters that
 * change the direction or order of text, and invisible characters (Unicode Technical Report 36, sections 2.5 and 3.2).
 */
const COMMANDS =
  // oxlint-disable-next-line no-control-regex -- names and pages of strangers must not reach the terminal as commands
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Cs}/gu

// oxlint-disable-next-line no-control-regex -- as above, but for line breaks and tabs of our own messages
const COMMANDS_IN_MESSAGES = /(?![\n\t])[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Returns text from outside as one line that is safe in a terminal. */
export const shownText = (text: string): string =>
  text.replaceAll(/\s*[\r\n]+\s*/gu, " ").replaceAll(COMMANDS, "\u{fffd}")

export const withoutControls = (text: string): string => text.replaceAll(COMMANDS_IN_MESSAGES, "\u{fffd}")

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`

/** Returns a value as a JSON document that is safe in a terminal. The added escapes do not change its meaning. */
export const jsonText = (value: unknown, indent?: number): string =>
  `${JSON.stringify(value, null, indent).replaceAll(/(?!\n)[^\u0020-\u{10ffff}]|[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, escaped)}\n`
