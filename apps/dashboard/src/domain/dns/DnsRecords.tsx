import type { DnsRecordSet, DnsServerState } from "@mon/model"
import { Exact } from "../../ui/time.tsx"
import { useLanguage } from "../../words/language.ts"
import { useScreenWords } from "../../words/useScreenWords.ts"
import css from "./Dns.module.css"
import { dnsWords } from "./dnsWords.ts"

const Lines = ({ lines }: { readonly lines: ReadonlyArray<string> }) => (
  <ul className={css["lines"]}>
    {lines.map((line) => (
      <li key={line}>
        <code dir="ltr">{line}</code>
      </li>
    ))}
  </ul>
)

const Answer = ({ server }: { readonly server: DnsServerState }) => {
  const words = useScreenWords(dnsWords)
  if (server.status === "failed") return <span className={css["bad"]}>{words.failed(server.reason ?? "")}</span>
  if (!server.isDifferent) return <>{words.same}</>
  return (
    <>
      <span className={css["bad"]}>{words.different}</span>
      {server.records.length === 0 ? (
        <span className={css["under"]}>{words.none}</span>
      ) : (
        <Lines lines={server.records} />
      )}
    </>
  )
}

const Servers = ({ name, servers, type }: Pick<DnsRecordSet, "name" | "servers" | "type">) => {
  const words = useScreenWords(dnsWords)
  const { format } = useLanguage()
  const isOdd = servers.some(({ isDifferent, status }) => isDifferent || status === "failed")
  return (
    <details open={isOdd} className={css["servers"]}>
      <summary>{words.servers(format.number(servers.length))}</summary>
      <table aria-label={`${type} ${name}`}>
        <thead>
          <tr>
            <th scope="col">{words.server}</th>
            <th scope="col">{words.answer}</th>
          </tr>
        </thead>
        <tbody>
          {servers.map((server) => (
            <tr key={server.server}>
              <td>
                <bdi>{server.server}</bdi>
              </td>
              <td>
                <Answer server={server} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

const RecordSet = ({ pinned, set }: { readonly set: DnsRecordSet; readonly pinned: ReadonlyArray<string> }) => {
  const words = useScreenWords(dnsWords)
  const isAddress = set.type === "A" || set.type === "AAAA"
  const ownPinned = isAddress ? pinned.filter((address) => address.includes(":") === (set.type === "AAAA")) : []
  return (
    <li className={css["set"]}>
      <h3>
        {set.type}{" "}
        <span className={css["soft"]}>
          <bdi>{set.name}</bdi>
          {set.source === "parent" ? ` · ${words.parent}` : ""}
        </span>
      </h3>
      {set.records.length === 0 ? <p className={css["soft"]}>{words.none}</p> : <Lines lines={set.records} />}
      {set.acceptedAt === null ? null : (
        <p className={css["under"]}>
          {words.since} <Exact at={set.acceptedAt} />
        </p>
      )}
      {ownPinned.length === 0 ? null : (
        <p className={css["under"]}>
          {words.pinned}: <bdi>{ownPinned.join(", ")}</bdi>
        </p>
      )}
      {set.pending === null ? null : (
        <div className={css["pending"]}>
          <p>
            <Pending at={set.pending.firstSeenAt} />
          </p>
          {set.pending.records.length === 0 ? <p>{words.none}</p> : <Lines lines={set.pending.records} />}
        </div>
      )}
      <Servers name={set.name} servers={set.servers} type={set.type} />
    </li>
  )
}

const Pending = ({ at }: { readonly at: string }) => {
  const words = useScreenWords(dnsWords)
  const { format } = useLanguage()
  return <>{words.pending(format.dateTime(Date.parse(at)))}</>
}

export const DnsRecords = ({
  pinned,
  sets
}: {
  readonly sets: ReadonlyArray<DnsRecordSet>
  readonly pinned: ReadonlyArray<string>
}) => {
  const words = useScreenWords(dnsWords)
  if (sets.length === 0) return null
  return (
    <section className={css["part"]}>
      <h2>{words.records}</h2>
      <ul className={css["sets"]}>
        {sets.map((set) => (
          <RecordSet key={`${set.type} ${set.source}`} set={set} pinned={pinned} />
        ))}
      </ul>
    </section>
  )
}
