import type { InvitationLink, TeamMember } from "@mon/model"
import { useState } from "react"
import { accountEndpoints } from "../api/accountEndpoints.ts"
import { accountKeys, reread } from "../api/accountQueries.ts"
import { useStatus } from "../api/queries.ts"
import { Button } from "../ui/Button.tsx"
import { Copy } from "../ui/Copy.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { useSentence } from "../ui/Problem.tsx"
import css from "../ui/Screen.module.css"
import { Exact } from "../ui/time.tsx"
import { useAccountWords } from "../account/useAccountWords.ts"
import { useLanguage } from "../words/language.ts"

/**
 * Shows an invitation link that the inviter can pass on, right after an invitation or later. The link is created only
 * on request.
 */
export const LinkDialog = ({
  isNew,
  member,
  onClose
}: {
  readonly member: TeamMember
  /** Whether the invitation was sent a moment ago. */
  readonly isNew: boolean
  readonly onClose: () => void
}) => {
  const { words: common } = useLanguage()
  const words = useAccountWords().team
  const storesEmails = useStatus().data?.service.storesEmails === true
  const sentence = useSentence()
  const [link, setLink] = useState<InvitationLink | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const make = async () => {
    setProblem(null)
    try {
      setLink(await accountEndpoints.invitationLink(member.membershipId))
      void reread(accountKeys.team)
    } catch (error) {
      setProblem(sentence(error))
    }
  }
  return (
    <Dialog open onClose={onClose} title={isNew ? words.invited(member.email) : words.link}>
      <div className={css["text"]}>
        <p>{isNew ? (storesEmails ? words.invitedStored : words.invitedHint) : words.linkHint}</p>
        {link === null ? (
          <div>
            <Button kind={isNew ? "plain" : "primary"} onClick={() => void make()}>
              {words.makeLink}
            </Button>
          </div>
        ) : (
          <>
            <div className={css["secret"]}>
              <code>{link.url}</code>
              <Copy text={link.url} label={words.copyLink} />
            </div>
            <p className={css["small"]}>
              {words.linkEnds} <Exact at={link.expiresAt} />
            </p>
          </>
        )}
        {problem === null ? null : (
          <p role="alert" className={css["bad"]}>
            {problem}
          </p>
        )}
        <div className={css["end"]}>
          <Button onClick={onClose}>{common.dialog.close}</Button>
        </div>
      </div>
    </Dialog>
  )
}
