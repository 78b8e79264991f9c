import type { Secrets } from "@mon/core-store"
import { isPublicId } from "@mon/model"

/** The key-derivation label for the links of report recipients. */
const RECIPIENT_LABEL = "report recipient"

export const REPORT_RECIPIENT_PATH = "/report-emails"

export const readReportRecipientToken = (
  { verify }: Pick<Secrets["Service"], "verify">,
  token: string
): string | null => {
  const [id = "", signature = "", ...more] = token.split(".", 3)
  return more.length === 0 && isPublicId(id) && verify(RECIPIENT_LABEL, id, signature) ? id : null
}

/**
 * Returns the address of a recipient's page. The link never expires, because links in old emails must keep working. A
 * POST without fields unsubscribes (RFC 8058).
 */
export const reportRecipientUrl = (
  { sign }: Pick<Secrets["Service"], "sign">,
  baseUrl: string,
  recipientId: string
): string => `${baseUrl}${REPORT_RECIPIENT_PATH}/${recipientId}.${sign(RECIPIENT_LABEL, recipientId)}`
