import type { Secrets } from "@mon/core-store"
import { isPublicId } from "@mon/model"

/** The key-derivation label for links of recipients of reports. */
const RECIPIENT_LABEL = "report recipient"

/** The path of the pages on which a recipient confirms and unsubscribes. */
export const REPORT_RECIPIENT_PATH = "/report-emails"

/** The id of the recipient; null when the signature is invalid. */
export const readReportRecipientToken = (
  { verify }: Pick<Secrets["Service"], "verify">,
  token: string
): string | null => {
  const [id = "", signature = "", ...more] = token.split(".", 3)
  return more.length === 0 && isPublicId(id) && verify(RECIPIENT_LABEL, id, signature) ? id : null
}

/**
 * The page of a recipient. Its link never expires, because links in old emails must work. One POST without a field
 * unsubscribes (RFC 8058).
 */
export const reportRecipientUrl = (
  { sign }: Pick<Secrets["Service"], "sign">,
  baseUrl: string,
  recipientId: string
): string => `${baseUrl}${REPORT_RECIPIENT_PATH}/${recipientId}.${sign(RECIPIENT_LABEL, recipientId)}`
