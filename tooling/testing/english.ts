/** The words of English sentences and labels that German sentences and labels do not contain. */
const WORDS = [
  "the|your|you|we|our|they|them|their|it|its|this|that|these|those|there|here|who|which|what|when|how|why",
  "of|with|and|or|if|but|for|from|to|into|at|by|as|than|then|off|within|without|after|before|since|about",
  "is|are|were|be|been|has|have|had|does|did|can|cannot|could|should|would|must|might",
  "no|not|only|any|some|other|another|every|each|both|again|yet|already|now|once|never|always|too|more|less",
  "add|allow|allowed|answers|answered|ask|change|changed|checked|choose|chosen|create|created|delete|deleted|ends",
  "ended|expired|expires|failed|found|give|got|invalid|leave|loading|missing|needs|open|publish|read|remove",
  "removed|repair|replace|received|refused|save|saved|seen|send|sends|sent|show|shown|sign|skipped|switch|try|turn",
  "turned|use|used|using|wait|wrong|write|written",
  "days|hours|minutes|seconds|months|times|ago|address|addresses|entries|message|messages|names",
  "password|people|settings|value|values|valid|unknown"
].join("|")

/**
 * A pattern for English words in sentences. It does not match words in host names, paths and codes. The function
 * `isEnglish` also ignores words in capitals, which are codes.
 */
const ENGLISH = new RegExp(String.raw`(?<![\p{L}\p{N}_.\-/@:=&?#])(?:${WORDS})(?![\p{L}\p{N}_\-/@=]|[.:]\p{L})`, "giu")

/** The texts that are allowed in German: the header of a message, and the name of a framework. */
const NAMES = /\bFrom\b|Ruby on Rails/gu

const isEnglish = (text: string): boolean =>
  [...text.replaceAll(NAMES, "").matchAll(ENGLISH)].some(([word]) => word.length < 2 || word !== word.toUpperCase())

/**
 * Returns the texts that are English. Ignores the parts that `written` contains, because names and texts of outsiders
 * are in the language of their authors.
 */
export const englishIn = (texts: ReadonlyArray<string>, written: ReadonlyArray<string> = []): ReadonlyArray<string> => {
  const longestFirst = written.toSorted((a, b) => b.length - a.length)
  return texts.filter((text) => isEnglish(longestFirst.reduce((rest, words) => rest.replaceAll(words, "·"), text)))
}

/** The arguments for the functions in a table of words: numbers, a name, null, a list and a flag. */
const SAMPLES: ReadonlyArray<ReadonlyArray<unknown>> = [1, 2, "Anna", null, ["Anna", "Otto"], true].map((sample) =>
  Array.from({ length: 9 }, () => sample)
)

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

/**
 * Returns every text in a table of words. Calls functions with samples. A function that accepts none of the samples has
 * no text.
 */
export const textsOf = (words: unknown): ReadonlyArray<string> => {
  if (typeof words === "string") return [words]
  if (typeof words === "function")
    return SAMPLES.flatMap((sample) => {
      try {
        return textsOf(Reflect.apply(words, undefined, sample))
      } catch {
        return []
      }
    })
  return isObject(words) && !(words instanceof RegExp) ? Object.values(words).flatMap(textsOf) : []
}

/** Returns the texts of a page that people read or hear. Leaves out code. */
export const shownIn = (html: string): ReadonlyArray<string> => {
  const shown = html.replaceAll(/<(script|style|code|pre)\b[^>]*>.*?<\/\1>/gsu, " ")
  const attributes = shown.matchAll(/\s(?:alt|aria-label|placeholder|title)="([^"]*)"/gu)
  return [...shown.split(/<[^>]*>/u), ...[...attributes].map(([, text = ""]) => text)].filter((text) =>
    /\p{L}/u.test(text)
  )
}
