import type { StatusPage } from "@mon/model"
import form from "../form/Form.module.css"
import { useScreenWords } from "../words/useScreenWords.ts"
import { domainsOf, type PageDraft } from "./pageDraft.ts"
import { useAudienceAfter } from "./statusPageQueries.ts"
import { statusPagesWords } from "./statusPagesWords.ts"

const isChanged = (draft: PageDraft, { access, emailDomains }: StatusPage): boolean =>
  draft.access !== access ||
  (access === "password" && draft.password !== "") ||
  (access === "email_domains" && domainsOf(draft).toSorted().join() !== emailDomains.toSorted().join())

/** How many subscribers the access of the form leaves, before it is saved. */
export const AccessNotice = ({ draft, page }: { readonly draft: PageDraft; readonly page: StatusPage }) => {
  const words = useScreenWords(statusPagesWords)
  const isNew = isChanged(draft, page)
  const all = page.subscribers + page.pausedSubscribers
  const after = useAudienceAfter(page.id, draft.access, domainsOf(draft), isNew && all > 0).data
  const isShown = all > 0 && (isNew ? after !== undefined : page.pausedSubscribers > 0)
  const left = isNew && after !== undefined ? after.email + after.webhook : page.subscribers
  return (
    <p role="status" className={isShown ? form["notice"] : undefined}>
      {isShown ? words.accessNotice(left, all) : null}
    </p>
  )
}
