import { useState } from "react"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { useSentence } from "../ui/Problem.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { useRepairs, type Verification, verifyRepair } from "./mailQueries.ts"
import { mailWords } from "./mailWords.ts"
import css from "./Report.module.css"

type Server = Verification["records"][number]["servers"][number]

/** Matches the label of a resolver, such as "resolver" or "resolver 2". */
export const RESOLVER = /^resolver(?=$| \d+$)/u

const TONES = { published: css["good"], old: css["bad"], missing: css["bad"], failed: css["warn"] } as const

const ServerLine = ({ server: { reason, server, state, ttl } }: { readonly server: Server }) => {
  const { format } = useLanguage()
  const { verify } = useScreenWords(mailWords).report
  return (
    <li>
      <bdi>{server.replace(RESOLVER, verify.resolver)}</bdi>:{" "}
      <span className={TONES[state]}>{verify.servers[state]}</span>
      {reason === null ? null : <span className={css["small"]}> · {reason}</span>}
      {ttl === null || state === "published" ? null : (
        <span className={css["small"]}> · {verify.ttl(format.seconds(ttl))}</span>
      )}
    </li>
  )
}

const Outcome = ({ verification: { records, resolvers, state, worth } }: { readonly verification: Verification }) => {
  const { verify } = useScreenWords(mailWords).report
  if (records.length === 0) return <p>{verify.none}</p>
  return (
    <>
      <p>
        <b>{verify.states[state]}</b> {state === "verified" && resolvers === 1 ? `${verify.oneResolver} ` : null}
        {worth === null ? null : verify.worth(worth.before, worth.after)}
      </p>
      {records.map(({ host, servers, type }) => (
        <div key={`${host} ${type}`}>
          <p>
            <code>
              {host} {type}
            </code>
          </p>
          <ul className={css["small"]}>
            {servers.map((server) => (
              <ServerLine key={server.server} server={server} />
            ))}
          </ul>
        </div>
      ))}
    </>
  )
}

/**
 * Verifies the records that a person has published. Shows which servers have the new records, which servers still have
 * the old records, and the effect on the score. The result stays if the next report has no records to publish.
 */
export const VerifyRepair = ({
  hasRecords,
  id,
  isReviewed
}: {
  readonly id: string
  readonly isReviewed: boolean
  readonly hasRecords: boolean
}) => {
  const { verify } = useScreenWords(mailWords).report
  const sentence = useSentence()
  const [isAsking, setAsking] = useState(false)
  const [verification, setVerification] = useState<Verification | null>(null)
  const ask = async () => {
    setAsking(true)
    try {
      setVerification(await verifyRepair(id, isReviewed))
    } catch (problem) {
      notify(sentence(problem))
    }
    setAsking(false)
  }
  // A confirmed repair may still wait for some servers, although the plan contains no more records to publish.
  const canAsk = (useRepairs(id).data ?? []).some(({ state }) => state === "applied") || hasRecords
  if (!canAsk && verification === null) return null
  return (
    <div className={css["verify"]}>
      {canAsk ? (
        <>
          <Button onClick={() => void ask()} disabled={isAsking} aria-describedby="verify-hint">
            {isAsking ? verify.asking : verify.button}
          </Button>
          <p id="verify-hint" className={css["soft"]}>
            {verify.hint}
          </p>
        </>
      ) : null}
      <div role="status">{verification === null ? null : <Outcome verification={verification} />}</div>
    </div>
  )
}
