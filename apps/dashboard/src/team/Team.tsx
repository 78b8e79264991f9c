import type { TeamMember } from "@mon/model"
import { useMemo, useState } from "react"
import { Link } from "wouter"
import { accountEndpoints } from "../api/accountEndpoints.ts"
import { accountKeys, reread, useTeam } from "../api/accountQueries.ts"
import { useAccount, useMonitors, useStatus } from "../api/queries.ts"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { Confirm } from "../ui/Confirm.tsx"
import { Curl } from "../ui/Curl.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { useSentence } from "../ui/Problem.tsx"
import { Nothing, Screen } from "../ui/Screen.tsx"
import css from "../ui/Screen.module.css"
import { Ago } from "../ui/time.tsx"
import { useAccountWords } from "../account/useAccountWords.ts"
import { useLanguage } from "../words/language.ts"
import { accessOf, monitorsByTag, shownTo, type TaggedMonitors, withSharedTags } from "./access.ts"
import { endedText } from "./endedText.ts"
import { LinkDialog } from "./LinkDialog.tsx"
import { MemberDialog } from "./MemberDialog.tsx"

type Open =
  | { readonly kind: "invite" }
  | { readonly kind: "edit" | "link" | "invited" | "remove"; readonly member: TeamMember }
  | null

const Shared = ({
  member,
  tagged
}: {
  readonly member: TeamMember
  readonly tagged: ReadonlyArray<TaggedMonitors>
}) => {
  const words = useAccountWords().team
  const access = shownTo(withSharedTags(accessOf(member), member.tagAccess, tagged), member.memberRole === "viewer")
  const write = [...access.values()].filter((right) => right === "write").length
  const shown = tagged.flatMap(({ ids, tag }) => {
    const count = ids.filter((id) => access.has(id)).length
    return count === 0 ? [] : [{ tag, count, of: ids.length }]
  })
  if (member.memberRole === "admin") return <span>{words.sharedWithAdmin}</span>
  return (
    <>
      <span>{words.shared(access.size - write, write)}</span>
      {shown.length === 0 ? null : (
        <span className={css["chips"]}>
          {shown.map(({ count, of, tag }) => (
            <span key={tag.id} className={css["chip"]}>
              <span className={css["swatch"]} style={{ background: tag.color }} aria-hidden />
              {words.ofTag(tag.name, count, of)}
            </span>
          ))}
        </span>
      )}
    </>
  )
}

const Row = ({
  member,
  onOpen,
  tagged
}: {
  readonly member: TeamMember
  readonly tagged: ReadonlyArray<TaggedMonitors>
  readonly onOpen: (open: Open) => void
}) => {
  const words = useAccountWords().team
  const sentence = useSentence()
  const storesEmails = useStatus().data?.service.storesEmails === true
  const { acceptedAt, email, invitedAt, memberRole, membershipId, name, status } = member
  const isInvited = status !== "accepted"
  const resend = async () => {
    try {
      await accountEndpoints.resendInvitation(membershipId)
      await reread(accountKeys.team)
      notify(storesEmails ? words.resentStored : words.resent(email))
    } catch (error) {
      notify(sentence(error))
    }
  }
  return (
    <li className={css["text"]}>
      <div className={css["row"]}>
        <span className={css["grow"]}>
          <span className={css["strong"]}>
            <bdi>{name ?? email}</bdi>
          </span>
          {name === null ? null : <span className={css["under"]}>{email}</span>}
        </span>
        <span className={css["small"]}>
          {isInvited ? words.invitedAt : words.joinedAt} <Ago at={acceptedAt ?? invitedAt} />
        </span>
        <span className={css["chip"]}>{words.roles[memberRole]}</span>
        <span
          className={css["chip"]}
          data-state={status === "accepted" ? "good" : status === "expired" ? "bad" : "fair"}
        >
          {words.status[status]}
        </span>
      </div>
      <div className={css["row"]}>
        <Shared member={member} tagged={tagged} />
      </div>
      <div className={css["chips"]}>
        <Button aria-label={words.editOne(name ?? email)} onClick={() => onOpen({ kind: "edit", member })}>
          {words.edit}
        </Button>
        {isInvited ? (
          <>
            <Button aria-label={words.linkOne(email)} onClick={() => onOpen({ kind: "link", member })}>
              {words.linkButton}
            </Button>
            <Button aria-label={words.resendOne(email)} onClick={() => void resend()}>
              {words.resend}
            </Button>
          </>
        ) : null}
        <Button
          kind="danger"
          aria-label={isInvited ? words.withdrawOne(email) : words.removeOne(name ?? email)}
          onClick={() => onOpen({ kind: "remove", member })}
        >
          {isInvited ? words.withdraw : words.remove}
        </Button>
      </div>
    </li>
  )
}

const Team = () => {
  const words = useAccountWords().team
  const { format } = useLanguage()
  const query = useTeam()
  const account = useAccount().data
  const monitors = useMonitors().data
  const tagged = useMemo(() => monitorsByTag(monitors ?? []), [monitors])
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const removed = open?.kind === "remove" ? open.member : null
  const remove = async ({ email, membershipId, name }: TeamMember) => {
    const { ended } = await accountEndpoints.removeMember(membershipId)
    await reread(accountKeys.team, accountKeys.account)
    notify([words.removed(name ?? email), ...endedText(words, ended)].join(" "))
  }
  const seats = account?.limits.teamMembers ?? null
  const invite =
    account?.role === "member" ? null : seats === 0 ? (
      <Link href="/billing">{words.needsPlan}</Link>
    ) : (
      <Button kind="primary" onClick={() => setOpen({ kind: "invite" })}>
        {words.invite}
      </Button>
    )
  return (
    <Screen
      title={words.title}
      {...(account === undefined || seats === null || seats === 0 || account.role === "member"
        ? {}
        : { note: words.seats(format.number(account.usage.teamMembers), format.number(seats)) })}
      actions={
        <>
          <Curl path="/team" />
          {invite}
        </>
      }
    >
      <Loaded query={query}>
        {(members) =>
          members.length === 0 ? (
            <Nothing title={words.none} hint={seats === 0 ? words.planHint : words.noneHint} />
          ) : (
            <ul className={css["list"]}>
              {members.map((member) => (
                <Row key={member.membershipId} member={member} tagged={tagged} onOpen={setOpen} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {open?.kind === "invite" || open?.kind === "edit" ? (
        <MemberDialog
          member={open.kind === "edit" ? open.member : null}
          onClose={close}
          onInvited={(member) => setOpen({ kind: "invited", member })}
        />
      ) : null}
      {open?.kind === "link" || open?.kind === "invited" ? (
        <LinkDialog member={open.member} isNew={open.kind === "invited"} onClose={close} />
      ) : null}
      <Confirm
        open={removed !== null}
        title={words.removeTitle(removed?.name ?? removed?.email ?? "")}
        action={removed?.status === "accepted" ? words.remove : words.withdraw}
        onConfirm={() => (removed === null ? Promise.resolve() : remove(removed))}
        onClose={close}
      >
        <p>{removed?.status === "accepted" ? words.removeHint : words.withdrawHint}</p>
      </Confirm>
    </Screen>
  )
}

export default Team
