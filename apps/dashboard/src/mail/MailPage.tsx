import { Link } from "wouter"
import { useMonitors } from "../api/queries.ts"
import { useRank } from "../api/rank.ts"
import { ButtonLink } from "../ui/Button.tsx"
import { Curl } from "../ui/Curl.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "./Mail.module.css"
import { MailReport } from "../mailReport/MailReport.tsx"
import { mailWords } from "../mailReport/mailWords.ts"

const MailPage = ({ domain }: { readonly domain: string }) => {
  const { words } = useLanguage()
  const text = useScreenWords(mailWords)
  const name = decodeURIComponent(domain)
  const isMember = useRank() === "member"
  const monitor = (useMonitors().data ?? []).find(({ id, kind }) => kind === "domain" && id === name)
  // A domain name contains a dot; an id does not.
  const target = name.includes(".") ? { name } : { id: name }
  const shown = "id" in target ? (monitor?.name ?? "") : name
  return (
    <>
      <title>{`${text.title} · ${shown} · ${words.app}`}</title>
      <header className={css["top"]}>
        <h1>
          <bdi>{shown === "" ? text.title : shown}</bdi>
        </h1>
        {monitor === undefined || monitor.name === monitor.host ? null : (
          <span className={css["soft"]}>{monitor.host}</span>
        )}
        <Link href="/mail">{text.report.back}</Link>
        {"id" in target ? (
          <Link href={`/domains/${target.id}`}>{text.report.toDomain}</Link>
        ) : isMember ? null : (
          <ButtonLink href={`/add?sites=${encodeURIComponent(name)}`}>{text.report.watch}</ButtonLink>
        )}
        <span className={css["check"]}>
          {"id" in target ? (
            <Curl method="POST" path={`/domains/${target.id}/email-health`} />
          ) : (
            <Curl method="POST" path="/email-health" body={{ domain: target.name }} />
          )}
        </span>
      </header>
      <MailReport target={target} />
    </>
  )
}

export default MailPage
