import type { Failure } from "../Outcome.ts"
import type { ContentMemory } from "./ContentMemory.ts"

/** The meaning of a content fault. */
export interface ContentFaultFacts {
  /** Whether such a page counts as an outage, where content faults may end in "down". */
  readonly certain: boolean
  /** For people, in English; may change. */
  readonly title: string
}

const certain = (title: string): ContentFaultFacts => ({ certain: true, title })
const remark = (title: string): ContentFaultFacts => ({ certain: false, title })

/** Every fault that an answer without an error status can have: the single list. */
export const contentFaults = {
  empty: certain("The page is empty"),
  application_error: certain("The page is an error message of the application"),
  suspended: certain("The hosting account is suspended"),
  parked: certain("The domain is parked or for sale"),
  default_page: remark("The page is the default page of the server or framework"),
  maintenance: remark("The site is in maintenance"),
  coming_soon: remark("The site has not opened yet"),
  challenge: remark("The site wants to know whether a person visits it"),
  directory_listing: remark("The page lists the files of a folder"),
  defaced: remark("The page may have been defaced"),
  wrong_format: remark("The answer is HTML instead of data"),
  another_site: remark("The page is that of another site")
} as const satisfies Readonly<Record<string, ContentFaultFacts>>

/** A stable code; the list is closed. */
export type ContentFaultCode = keyof typeof contentFaults

/** A fault of a page whose status is fine. */
export interface ContentFault {
  readonly code: ContentFaultCode
  /** The product that writes such a page, such as "php" or "nginx"; null if many do. */
  readonly family: string | null
  /** The words of the page that show it, at most 200 characters; null if the page has none. Others wrote it. */
  readonly line: string | null
  /** Whether it counts as an outage. An empty page does once there was content. */
  readonly certain: boolean
}

/** The judgement of the content of an answer. */
export interface ContentJudgement {
  /** Null: nothing is known to be wrong. */
  readonly fault: ContentFault | null
  /** The memory to give to the next judgement; the same object when nothing new was learned. */
  readonly memory: ContentMemory | null
}

/** The judgement of an answer, and why the check fails for it. */
export interface AnswerContent {
  readonly content: ContentJudgement
  readonly failure: Failure | null
}
