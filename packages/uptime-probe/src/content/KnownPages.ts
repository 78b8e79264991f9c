import type { ContentJudgement } from "./ContentFault.ts"
import type { ContentMemory } from "./ContentMemory.ts"

/** What decides how the content of an answer is judged. */
export interface JudgedAnswer {
  readonly url: string
  readonly contentType: string | null
  readonly body: Buffer
  /** The number of bytes at the beginning and at the end of a longer body that are judged. */
  readonly firstBytes: number
  readonly endBytes: number
  readonly memory: ContentMemory | null
}

interface KnownPage {
  readonly contentType: string | null
  /** The judged bytes: the whole body, or its beginning and its end. */
  readonly bytes: Buffer
  readonly isLong: boolean
  readonly memory: ContentMemory | null
  readonly judgement: ContentJudgement
}

export interface KnownPages {
  /**
   * Returns the last judgement of a URL if the judged bytes, the content type and the memory are still the same. Null
   * if they are not.
   */
  readonly judgementOf: (answer: JudgedAnswer) => ContentJudgement | null
  readonly add: (answer: JudgedAnswer, judgement: ContentJudgement) => void
}

/** The maximum number of bytes of all pages together, enough for 440 long pages. */
const MOST_BYTES = 8 * 1024 * 1024
/** The bytes that the memory, the judgement and the objects of a page take. */
const PAGE_OVERHEAD = 1_024

const sizeOf = (url: string, bytes: Buffer): number => bytes.length + 2 * url.length + PAGE_OVERHEAD

const areSame = (some: ReadonlyArray<number>, others: ReadonlyArray<number>): boolean =>
  some.length === others.length && some.every((one, index) => one === others[index])

const isSameMemory = (one: ContentMemory | null, other: ContentMemory | null): boolean =>
  one === null || other === null
    ? one === other
    : one.format === other.format &&
      one.checks === other.checks &&
      one.strange === other.strange &&
      areSame(one.titles, other.titles) &&
      areSame(one.hosts, other.hosts)

const isSameBody = ({ bytes, isLong }: KnownPage, { body, firstBytes, endBytes }: JudgedAnswer): boolean => {
  if (isLong !== body.length > firstBytes) return false
  if (!isLong) return body.equals(bytes)
  return (
    body.compare(bytes, 0, firstBytes, 0, firstBytes) === 0 &&
    body.compare(bytes, firstBytes, firstBytes + endBytes, body.length - endBytes) === 0
  )
}

/**
 * Remembers the last judgement of each URL, because judging an ordinary page takes a tenth of the time of a check, and
 * most pages do not change between two checks. Compares the bytes themselves, which takes less time than a hash and is
 * never wrong. The oldest pages are forgotten first.
 */
export const makeKnownPages = (mostBytes = MOST_BYTES): KnownPages => {
  const pages = new Map<string, KnownPage>()
  let size = 0
  const remove = (url: string) => {
    const page = pages.get(url)
    if (page === undefined) return
    pages.delete(url)
    size -= sizeOf(url, page.bytes)
  }
  return {
    judgementOf: (answer) => {
      const page = pages.get(answer.url)
      return page !== undefined &&
        page.contentType === answer.contentType &&
        isSameMemory(page.memory, answer.memory) &&
        isSameBody(page, answer)
        ? page.judgement
        : null
    },
    add: ({ body, contentType, endBytes, firstBytes, memory, url }, judgement) => {
      const isLong = body.length > firstBytes
      const length = isLong ? firstBytes + endBytes : body.length
      const before = pages.get(url)?.bytes
      remove(url)
      // The bytes of a page that changes at every check are overwritten: new memory costs more than a copy.
      const bytes = before?.length === length ? before : Buffer.allocUnsafeSlow(length)
      body.copy(bytes, 0, 0, isLong ? firstBytes : length)
      if (isLong) body.copy(bytes, firstBytes, body.length - endBytes)
      pages.set(url, { contentType, bytes, isLong, memory, judgement })
      size += sizeOf(url, bytes)
      for (const oldest of pages.keys()) {
        if (size <= mostBytes) break
        remove(oldest)
      }
    }
  }
}
