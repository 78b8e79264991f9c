/** The sentences at the beginning of a line, after any leading marks, that say that the domain does not exist. */
const NOT_FOUND: ReadonlyArray<RegExp> = [
  /^not found\b/,
  /^no match(?:$|[!.:]| for\b)/,
  /^nincs talalat \/ no match$/,
  /^no (?:matching )?(?:data|entries|object|record|objects|records)(?: found)?(?:$|[.:]| (?:for|in) )/,
  /^no found$/,
  /^nothing found for this query/,
  /^no information available about domain name/,
  /^domain(?: name)? (?:\S+ )?(?:is )?not (?:found|registered)\b/,
  /^(?:the|this) (?:requested )?domain(?: name)? (?:\S+ )?(?:is not|was not|has not been) (?:registered|found)\b/,
  /^available$/,
  /^(?:the queried )?object does not exist\b/,
  /^this query returned 0 objects/,
  // Registro.br writes this if the registration has ended and anybody can apply for the name.
  /^release[ -]process[ .]*:/
]

/** The statuses that say that the domain does not exist. */
const FREE: ReadonlySet<string> = new Set(["available", "free", "no object found", "not registered"])

/**
 * The phrases anywhere in a line that say that the domain does not exist. They are used for answers that otherwise only
 * repeat the name.
 */
const MENTIONED =
  /\b(?:could|can|was|were|is|does|has) ?n[o']t (?:been |be )?(?:find|found|exist|registered|known|in (?:our|the) database)\b|\b(?:unable to|did not|couldn't) find\b|\bno such domain\b|\bno (?:match|matching|data|entries|object|objects|record|records)\b|\bnot (?:found|registered)\b|\bis (?:free|available)\b/

export const mentionsNotFound = (lines: ReadonlyArray<string>): boolean =>
  lines.some((line) => MENTIONED.test(line.toLowerCase()))

export const isFree = (status: string): boolean => {
  const plain = status.trim().toLowerCase()
  return FREE.has(plain) || NOT_FOUND.some((phrase) => phrase.test(plain))
}

/** The statuses of names that nobody can register, and of queries that the server does not answer. */
const NO_REGISTRATION =
  /^(?:un(?:assignable|available|known|registered|supported)\b|in ?valid\b|not (?:allowed|assignable|available|managed|valid|supported|permitted)\b|(?:the )?domain (?:name )?(?:is )?(?:not|in ?valid)\b|reserved\b|restricted\b|blocked\b|forbidden\b|prohibited\b|excluded\b|illegal\b|premium\b|error\b|bad\b|fail|n\/a$|none$|-$)/

export const isNoRegistration = (status: string): boolean => NO_REGISTRATION.test(status.trim().toLowerCase())

/** The marks before a sentence: comment signs, arrows and error codes. */
const MARKS = /^[%#>*\s]*(?:error:\s*)?(?:\d{3}:?\s+)?/

const bare = (line: string) =>
  line
    .trim()
    .toLowerCase()
    .replace(MARKS, "")
    .replace(/^error:\d{3}:\s*/, "")

/** Returns whether an answer says, on a line of its own or in a status, that the domain is not registered. */
export const isNotFound = (lines: ReadonlyArray<string>, statuses: ReadonlyArray<string>, domain: string): boolean =>
  statuses.some(isFree) ||
  lines
    .map(bare)
    .some(
      (line) =>
        NOT_FOUND.some((phrase) => phrase.test(line)) ||
        line === `${domain} is free` ||
        line === `domain ${domain} is available for registration`
    )

/**
 * A refusal at the beginning of a line. It is checked before other sentences, because AFNIC's server adds "No entries
 * found" to a refusal. Terms of use mention limits only in the middle of a sentence.
 */
const REFUSED_OUTRIGHT =
  /^(?:too many (?:requests|queries|connections)|request denied|(?:your )?(?:query|request|connection) (?:rate |was |has been |is )?(?:denied|refused|limit(?:ed)? exceeded)|(?:query|rate|quota|daily|ip)[a-z ]{0,20} (?:limit|quota)? ?(?:exceeded|reached)|rate[ -]?limited|throttled|quota exceeded|access (?:denied|temporarily denied))\b/

export const isOutrightRefusal = (lines: ReadonlyArray<string>): boolean =>
  lines.some((line) => REFUSED_OUTRIGHT.test(bare(line)))

const REFUSED =
  /\b(?:exceeded|reached)\b.{0,60}\b(?:limit|quota|rate)\b|\b(?:limit|quota|rate|queries|requests)\b.{0,60}\b(?:exceeded|reached)\b|\btoo many\b|\btry again (?:later|in)\b/

export const isRefusal = (lines: ReadonlyArray<string>): boolean =>
  lines.some((line) => REFUSED.test(line.toLowerCase()))
