import { mailQueue } from "./mail/OutgoingMail.ts"
import { whatsAppCodeQueue } from "./whatsapp/WhatsAppNumber.ts"

export const jobQueues: ReadonlyArray<string> = [mailQueue.name, whatsAppCodeQueue.name]
