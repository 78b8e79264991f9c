import type { Failure } from "../Outcome.ts"
import type { ContentMemory } from "./ContentMemory.ts"

/** The meaning of a content fault. */
export interface ContentFaultFacts {
  /** Whether a page with this fault counts as an outage if `contentFaults` is "down". */
  readonly certain: boolean
  /** A title for people, in English. Its wording may change. */
  readonly title: string
}

const certain = (title: string): ContentFaultFacts => ({ certain: true, title })
const remark = (title: string): ContentFaultFacts => ({ certain: false, title })

/** Every fault that an answer without an error status can have. This is the only list of the codes. */
export const contentFaults = {
  empty: certain("The page is empty"),
  application_error: certain("The page is an error message of the application"),
  suspended: certain("The hosting account is suspended"),
  parked: certain("The domain is parked or for sale"),
  default_page: remark("The page is the default page of the server or framework"),
  maintenance: remark("The site is in maintenance"),
  coming_soon: remark("The site has not opened yet"),
  challenge: remark("The site asks for proof that the visitor is human"),
  directory_listing: remark("The page lists the files of a folder"),
  defaced: remark("The page may have been defaced"),
  wrong_format: remark("The response is HTML instead of data"),
  another_site: remark("The page belongs to another site")
} as const satisfies Readonly<Record<string, ContentFaultFacts>>

/** A stable code of a content fault, from a fixed list. */
export type ContentFaultCode = keyof typeof contentFaults

/** A fault of a page that has no error status. */
export interface ContentFault {
  readonly code: ContentFaultCode
  /** The product that shows such a page, such as "php" or "nginx". Null if several products show it. */
  readonly family: string | null
  /**
   * The words of the page that show the fault, at most 200 characters. They come from strangers. Null if no words show
   * it.
   */
  readonly line: string | null
  /** Whether the fault counts as an outage. An empty page counts as an outage only if earlier pages had content. */
  readonly certain: boolean
}

export interface ContentJudgement {
  /** Null if no fault was found. */
  readonly fault: ContentFault | null
  /** The memory to pass to the next judgement. If nothing new was learned, it is the same object as before. */
  readonly memory: ContentMemory | null
}

export interface AnswerContent {
  readonly content: ContentJudgement
  readonly failure: Failure | null
}
