/** The elements whose content browsers do not show. */
const HIDDEN = ["script", "style", "title"]

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "]
])

const LARGEST_CODE_POINT = 0x10_ff_ff

const characterOf = (code: number): string => (code <= LARGEST_CODE_POINT ? String.fromCodePoint(code) : "\uFFFD")

const decodeEntities = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/giu, (entity, decimal, hex, name) => {
    if (decimal !== undefined) return characterOf(Number(decimal))
    if (hex !== undefined) return characterOf(Number.parseInt(hex, 16))
    return ENTITIES.get(String(name).toLowerCase()) ?? entity
  })

/**
 * Returns the words of an HTML document, with single spaces between them, as Healthchecks does (hc/lib/html.py). The
 * time is linear in the length of the document.
 *
 * @example
 * ```ts
 * htmlText("<style>b { color: red }</style>Backup <b>failed</b>: 3&nbsp;&lt; 4") // => "Backup failed : 3 < 4"
 * ```
 */
export const htmlText = (html: string): string => {
  const words: Array<string> = []
  let hidden: string | undefined
  for (const [index, piece] of html.split("<").entries()) {
    const name = index === 0 ? "" : (/^\/?[a-z]+/iu.exec(piece)?.[0].toLowerCase() ?? "")
    if (hidden !== undefined && name !== `/${hidden}`) continue
    hidden = HIDDEN.find((one) => one === name)
    if (hidden === undefined) words.push(index === 0 ? piece : piece.slice(piece.indexOf(">") + 1))
  }
  return decodeEntities(words.join(" ")).split(/\s+/u).filter(Boolean).join(" ")
}
