// Refuses words that this project does not use in names, comments, docs and messages. CONTRIBUTING.md says which words
// to use instead. Usage: node scripts/check-words.mjs [FILE ...]. Without files, checks every text file that git tracks
// or would track.
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"

/**
 * The refused words (in lower case), each with the words to write instead. Names are split into words first:
 * `tellByMail` has the words tell, by and mail.
 */
const REFUSED = new Map([
  ...["look", "looks", "looked", "looking", "looker", "unlooked"].map((word) => [word, "check, result, or search"]),
  ...["tell", "tells", "telling", "told", "untold"].map((word) => [word, "send, dispatch, report, or say"]),
  ...["mend", "mends", "mended", "mending"].map((word) => [word, "fix or repair"]),
  ...["bell", "bells"].map((word) => [word, "signal"]),
  ...["rhythm", "rhythms"].map((word) => [word, "timings or interval"]),
  ...["pace", "paces", "paced", "pacing"].map((word) => [word, "policy, timings, or rate"]),
  ...["chore", "chores"].map((word) => [word, "periodic task"]),
  ...["housekeeping", "housekeeper"].map((word) => [word, "maintenance"]),
  ...["drawer", "drawers"].map((word) => [word, "name what the files are about"]),
  ...["door", "doors", "face", "faces"].map((word) => [word, "entry point"]),
  ...["throwaway", "throwaways"].map((word) => [word, "disposable"])
])

/** The phrases that are refused although their single words are allowed. */
const REFUSED_PHRASES = [
  [/\bthrow-away\b/giu, "disposable"],
  // These are references to documents that readers of the code do not have.
  [
    /\b(?:interface|extensions|decisions) (?:sections? )?\d+(?:\.\d+)?/giu,
    "the rule and its reason, or name a record in docs/decisions"
  ]
]

/**
 * Phrases of standard English with the refused words, each with its reason. They are removed from a line before it is
 * checked.
 */
const ALLOWED_PHRASES = [
  [/\blook(?:s|ed|ing)?[ -]up\b/giu, "to look up a name or a record is the standard verb"],
  [/look(?:s|ed|ing)?_?up/giu, "the same in a name"],
  [/\blook(?:s|ed|ing)? (?:it|them|this|that) up\b/giu, "the same"],
  [/\blook(?:s|ed|ing)?[ _-]?(?:like|alike)/giu, "resembles"],
  [/\bfont-face\b/giu, "CSS"]
]

/** The files that may contain the words, each with its reason. */
const ALLOWED_FILES = [
  [/^scripts\/check-words\.mjs$|^tooling\/test\/word-check-/u, "the list itself and its test"],
  [/^CONTRIBUTING\.md$/u, "the word list for people"],
  [/^package-lock\.json$|THIRD_PARTY_NOTICES|NOTICE$|LICENSE$|CHANGELOG\.md$/u, "words of others"],
  [/^packages\/disposable-check\/(?:lists|table)\//u, "names of domains"],
  [/packages\/disposable-check\/test\/fixtures\//u, "names of domains"],
  [
    /^packages\/(?:bundled\/src\/content-faults\/rules\/\w+\.ts|uptime-probe\/test\/content\/.*\.txt)$/u,
    "pages of others"
  ],
  [/commonPasswords/u, "words that people choose as passwords"],
  [/\.(?:png|jpg|jpeg|webp|ico|gz|woff2?)$/u, "not text"]
]

/** Returns the words of a line. `tellByMail`, `tell_by_mail` and "tell by mail" have the same words. */
const wordsOf = (line) =>
  line
    .replace(/([a-z0-9])([A-Z])/gu, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/gu, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/u)

const complaintsOf = (text) => {
  let rest = text
  for (const [phrase] of ALLOWED_PHRASES) rest = rest.replace(phrase, " ")
  const found = wordsOf(rest)
    .filter((word) => REFUSED.has(word))
    .map((word) => [word, REFUSED.get(word)])
  for (const [phrase, instead] of REFUSED_PHRASES)
    for (const hit of rest.match(phrase) ?? []) found.push([hit, instead])
  return found
}

const named = process.argv.slice(2)
const listed = () =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
    .split("\n")
    .filter((file) => file !== "" && existsSync(file) && !ALLOWED_FILES.some(([pattern]) => pattern.test(file)))
const files = named.length > 0 ? named : listed()

let count = 0
const report = (place, found) => {
  for (const [word, instead] of found) {
    count += 1
    console.error(`${place}: "${word}": write ${instead}`)
  }
}
for (const file of files) {
  if (named.length === 0) report(file, complaintsOf(file))
  const lines = readFileSync(file, "utf8").split("\n")
  for (const [index, line] of lines.entries()) report(`${file}:${index + 1}`, complaintsOf(line))
}
console.log(`${files.length} files checked, ${count} refused words.`)
process.exit(count === 0 ? 0 : 1)
