import { anything, aBoolean, type Kind, listOf, nullable, shape, aString, whole } from "@mon/bundled/arguments"
import type { MessageFacts } from "./MessageFacts.ts"

const list = (takes: string): Kind => listOf(anything, `an array of ${takes}`)

type Loose = Readonly<Record<string, unknown>>

export const messageFacts = (): Kind =>
  shape<MessageFacts>("the facts about a message", {
    form: shape<Loose>("the form of the message", { size: whole(0) }),
    headers: shape<Loose>("the facts about the headers", { from: nullable(shape("a mailbox", {})) }),
    hops: list("hops"),
    content: shape<Loose>("the facts about the content", { text: aBoolean, html: aBoolean, links: list("links") }),
    unsubscribe: shape<Loose>("the facts about unsubscribing", {}),
    spf: shape<Loose>("the SPF result", { status: aString }),
    dkim: shape<Loose>("the DKIM signatures", { signatures: list("signatures"), skipped: whole(0) }),
    arc: shape<Loose>("the ARC chain", { status: aString, sealers: list("domains") }),
    dmarc: nullable(shape<Loose>("the DMARC result", { result: aString, aligned: shape("the aligned domains", {}) })),
    alignedSigners: listOf(aString)
  })
