import { mailQueue } from "./mail/OutgoingMail.ts"
import { whatsAppCodeQueue } from "./whatsapp/WhatsAppNumber.ts"

/** The names of all job queues. */
export const jobQueues: ReadonlyArray<string> = [mailQueue.name, whatsAppCodeQueue.name]
