import type { Domain, DnsWatchRecord } from "@mon/model"
import { Link } from "wouter"
import { useDomainDns } from "../../api/monitorQueries.ts"
import { ServiceMessage } from "../../ui/ServiceMessage.tsx"
import { Ago, useNow } from "../../ui/time.tsx"
import { Unloaded } from "../../ui/Unloaded.tsx"
import { useScreenWords } from "../../words/useScreenWords.ts"
import { useLanguage } from "../../words/language.ts"
import css from "./Dns.module.css"
import { DnsChanges } from "./DnsChanges.tsx"
import { DnsRecords } from "./DnsRecords.tsx"
import { DnsRepair } from "./DnsRepair.tsx"
import { dnsWords } from "./dnsWords.ts"
import { SwitchOn } from "./SwitchOn.tsx"

const Notice = ({ status }: Pick<DnsWatchRecord, "status">) => {
  const words = useScreenWords(dnsWords)
  const text = { waiting: words.waiting, paused: words.paused, over_limit: words.overLimit, watching: null, off: null }[
    status
  ]
  return text === null ? null : (
    <p className={css["notice"]} role="status">
      {text}
    </p>
  )
}

const Times = ({ checkedAt, nextCheckAt }: Pick<DnsWatchRecord, "checkedAt" | "nextCheckAt">) => {
  const words = useScreenWords(dnsWords)
  const { format } = useLanguage()
  const now = useNow()
  if (checkedAt === null) return null
  return (
    <p className={css["soft"]}>
      {words.checked(format.ago(Date.parse(checkedAt), now))}
      {nextCheckAt === null ? null : ` · ${words.next(format.between(now, Date.parse(nextCheckAt)))}`}
    </p>
  )
}

const Findings = ({ findings }: Pick<DnsWatchRecord, "findings">) => {
  const words = useScreenWords(dnsWords)
  if (findings.length === 0) return null
  return (
    <section className={css["part"]}>
      <h2>{words.findings}</h2>
      <ul className={css["findings"]}>
        {findings.map(({ code, message }) => (
          <li key={message}>
            <b>{words.finding[code] ?? code}</b>
            <span className={css["under"]}>
              <ServiceMessage message={message} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const DomainDns = ({ domain }: { readonly domain: Domain }) => {
  const words = useScreenWords(dnsWords)
  const { words: common } = useLanguage()
  const { data, dataUpdatedAt, error, refetch } = useDomainDns(domain.id)
  if (data === undefined) return <Unloaded error={error} refetch={refetch} />
  const isOff = data.status === "off"
  return (
    <>
      {error === null ? null : (
        <p className={css["notice"]} role="status">
          {common.problem.kept} <Ago at={dataUpdatedAt} />
        </p>
      )}
      {isOff ? <SwitchOn domain={domain} onDone={() => void refetch()} /> : <Notice status={data.status} />}
      {isOff ? null : (
        <div className={css["head"]}>
          <Times checkedAt={data.checkedAt} nextCheckAt={data.nextCheckAt} />
          {domain.access === "read" ? null : <Link href={`/domains/${domain.id}/settings`}>{words.settings}</Link>}
        </div>
      )}
      <DnsRepair domain={domain} />
      <Findings findings={data.findings} />
      {isOff ? null : <DnsRecords sets={data.sets} pinned={domain.dnsWatch?.addresses ?? []} />}
      {isOff && data.changes.length === 0 ? null : <DnsChanges changes={data.changes} />}
    </>
  )
}

export default DomainDns
