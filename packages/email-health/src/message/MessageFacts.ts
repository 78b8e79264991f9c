import type { DmarcOutcome } from "../dmarc/DmarcOutcome.ts"
import type { ArcFacts } from "./arc/ArcFacts.ts"
import type { ContentFacts } from "./content/inspectContent.ts"
import type { DkimFacts } from "./dkim/DkimFacts.ts"
import type { MessageHop } from "./headers/inspectHops.ts"
import type { HeaderFacts } from "./headers/inspectHeaders.ts"
import type { UnsubscribeFacts } from "./headers/inspectUnsubscribe.ts"
import type { MessageForm } from "./mail/Message.ts"
import type { SpfFacts } from "./spf/SpfFacts.ts"

/** The facts about a message on which the verdict is based. */
export interface MessageFacts {
  readonly form: MessageForm
  readonly headers: HeaderFacts
  /** The hops, oldest first. */
  readonly hops: ReadonlyArray<MessageHop>
  readonly content: ContentFacts
  readonly unsubscribe: UnsubscribeFacts
  readonly spf: SpfFacts
  readonly dkim: DkimFacts
  readonly arc: ArcFacts
  /** The DMARC result; null if the author is unknown. */
  readonly dmarc: DmarcOutcome | null
  /** The domains of passing signatures that are aligned with the author. */
  readonly alignedSigners: ReadonlyArray<string>
}
