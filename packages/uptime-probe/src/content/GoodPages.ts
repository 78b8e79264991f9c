import type { ContentMemory } from "./ContentMemory.ts"

/** The parts of an answer that decide how its content is judged. */
export interface JudgedAnswer {
  readonly url: string
  readonly contentType: string | null
  readonly body: Buffer
  /** The number of bytes at the beginning and at the end of a longer body that are judged. */
  readonly firstBytes: number
  readonly endBytes: number
  readonly memory: ContentMemory
}

interface GoodPage {
  readonly contentType: string | null
  /** The judged bytes: the whole body, or its beginning and its end. */
  readonly bytes: Buffer
  readonly isLong: boolean
  readonly memory: ContentMemory
}

export interface GoodPages {
  /** Returns whether the last good page of the URL has the same judged bytes and was judged with the same memory. */
  readonly has: (answer: JudgedAnswer) => boolean
  readonly add: (answer: JudgedAnswer) => void
}

/** The maximum number of bytes of all pages together, enough for 450 long pages. */
const MOST_BYTES = 8 * 1024 * 1024
/** The bytes that the memory and the objects of a page take. */
const PAGE_OVERHEAD = 512

const sizeOf = (url: string, bytes: Buffer): number => bytes.length + 2 * url.length + PAGE_OVERHEAD

const areSame = (some: ReadonlyArray<number>, others: ReadonlyArray<number>): boolean =>
  some.length === others.length && some.every((one, index) => one === others[index])

const isSameMemory = (one: ContentMemory, other: ContentMemory): boolean =>
  one.format === other.format &&
  one.checks === other.checks &&
  one.strange === other.strange &&
  areSame(one.titles, other.titles) &&
  areSame(one.hosts, other.hosts)

const isSameBody = ({ bytes, isLong }: GoodPage, { body, firstBytes, endBytes }: JudgedAnswer): boolean => {
  if (isLong !== body.length > firstBytes) return false
  if (!isLong) return body.equals(bytes)
  return (
    body.compare(bytes, 0, firstBytes, 0, firstBytes) === 0 &&
    body.compare(bytes, firstBytes, firstBytes + endBytes, body.length - endBytes) === 0
  )
}

/**
 * Remembers the pages that were judged to be good, so that a page that has not changed is not judged again. Compares
 * the bytes themselves: this takes a tenth of the time of a hash, and is never wrong. The oldest pages are forgotten
 * first.
 */
export const makeGoodPages = (mostBytes = MOST_BYTES): GoodPages => {
  const pages = new Map<string, GoodPage>()
  let size = 0
  const remove = (url: string) => {
    const page = pages.get(url)
    if (page === undefined) return
    pages.delete(url)
    size -= sizeOf(url, page.bytes)
  }
  return {
    has: (answer) => {
      const page = pages.get(answer.url)
      return (
        page !== undefined &&
        page.contentType === answer.contentType &&
        isSameBody(page, answer) &&
        isSameMemory(page.memory, answer.memory)
      )
    },
    add: ({ body, contentType, endBytes, firstBytes, memory, url }) => {
      const isLong = body.length > firstBytes
      const length = isLong ? firstBytes + endBytes : body.length
      const before = pages.get(url)?.bytes
      remove(url)
      // The bytes of a page that changes at every check are overwritten, because memory for them costs more than a copy.
      const bytes = before?.length === length ? before : Buffer.allocUnsafeSlow(length)
      body.copy(bytes, 0, 0, isLong ? firstBytes : length)
      if (isLong) body.copy(bytes, firstBytes, body.length - endBytes)
      pages.set(url, { contentType, bytes, isLong, memory })
      size += sizeOf(url, bytes)
      for (const oldest of pages.keys()) {
        if (size <= mostBytes) break
        remove(oldest)
      }
    }
  }
}
