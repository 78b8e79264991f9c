const WORD = 1
const SPACE = 2
const SINGLE = 3
/**
 * The class of a character that joins two parts of a word if it is between them. For example, 1,299.00 and don’t are
 * one word.
 */
const JOINT = 4

/**
 * A pattern for characters of scripts without spaces between words. Each character counts as a word, as in word
 * processors.
 */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const LETTER = /[\p{L}\p{N}\p{M}_]/u
const BLANK = /\s/u
const JOINTS = ".,'’"

/** The class of each character of the Basic Multilingual Plane; 0 if it has not been determined yet. */
const known = new Uint8Array(0x10000)

const learn = (code: number): number => {
  const character = String.fromCharCode(code)
  const found = JOINTS.includes(character)
    ? JOINT
    : BLANK.test(character)
      ? SPACE
      : LETTER.test(character) && !UNSPACED.test(character)
        ? WORD
        : SINGLE
  known[code] = found
  return found
}

const classAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  return known[code] || learn(code)
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff

export const tokenEnd = (text: string, at: number): number => {
  const kind = classAt(text, at)
  const { length } = text
  let i = at + 1
  if (kind === SPACE) {
    while (i < length && classAt(text, i) === SPACE) i++
  } else if (kind === WORD) {
    for (; i < length; i++) {
      const next = classAt(text, i)
      if (next !== WORD && !(next === JOINT && i + 1 < length && classAt(text, i + 1) === WORD)) break
    }
  } else if (i < length && isHighSurrogate(text.charCodeAt(at))) {
    i++
  }
  return i
}

const isWord = (text: string, at: number): boolean => {
  const kind = classAt(text, at)
  return kind === WORD || (kind === SINGLE && UNSPACED.test(text.charAt(at)))
}

export const countWords = (text: string): number => {
  let words = 0
  for (let at = 0; at < text.length; at = tokenEnd(text, at)) if (isWord(text, at)) words++
  return words
}
