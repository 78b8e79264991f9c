import { domainEndpoints } from "../api/domainEndpoints.ts"
import type { Domain, Repair } from "@mon/model"
import { ButtonForm } from "../form/ButtonForm.tsx"
import { refreshRepairs, useCertificateRepair } from "../mailReport/mailQueries.ts"
import { notify } from "../ui/notify.ts"
import { Card, Facts } from "../ui/Card.tsx"
import screen from "../ui/Screen.module.css"
import { useNow } from "../ui/time.tsx"
import { certificateRepairDe } from "./certificateRepair.de.ts"
import { certificateRepairEn } from "./certificateRepair.en.ts"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "../monitors/Monitor.module.css"

const repairWords = { en: certificateRepairEn, de: certificateRepairDe } as const

const chips = { open: "bad", applied: "fair", verified: "good", closed: "good", ended: "none" } as const

/** The largest number of locations that one sentence names. */
const NAMED = 5
const HOUR_MS = 3_600_000
/** The time for which a completed repair stays visible, in milliseconds. */
const SHOWN_MS = 7 * 24 * HOUR_MS

const Report = ({ domainId, repair }: { readonly domainId: string; readonly repair: Repair }) => {
  const words = useScreenWords(repairWords)
  const send = async () => {
    await domainEndpoints.verifyRepair(domainId, repair.id)
    await refreshRepairs(domainId)
    notify(words.asked)
  }
  return <ButtonForm className={css["rest"]} label={words.done} send={send} />
}

interface Shown {
  readonly domain: Domain
  readonly repair: Repair
}

const Sentence = ({ domain: { access, lastCheckedAt, ssl }, repair }: Shown) => {
  const words = useScreenWords(repairWords)
  const { endedAt, locations, reportedAt, state } = repair
  if (endedAt !== null) return words.ended
  if (state === "verified" || state === "closed") return words.closed
  if (state === "applied") {
    const missing = locations.filter(({ sees }) => sees !== "valid").map(({ location }) => location)
    const shown = missing.length > NAMED ? [...missing.slice(0, NAMED), "…"] : missing
    return (
      <>
        {words.seen(locations.length - missing.length, locations.length)}{" "}
        {missing.length === 0 ? null : <bdi>{words.waiting(shown.join(", "))}</bdi>}
      </>
    )
  }
  if (reportedAt === null) return access === "read" ? words.openForReaders : words.open
  const isStill = lastCheckedAt !== null && lastCheckedAt > reportedAt && ssl !== null && !ssl.valid
  return isStill ? words.stillInvalid : words.reported
}

export const CertificateRepairCard = ({ domain, repair }: Shown) => {
  const { format } = useLanguage()
  const words = useScreenWords(repairWords)
  const { endedAt, reopened, repairSeconds, state } = repair
  const shown = endedAt === null ? state : "ended"
  const canReport = domain.access !== "read" && !domain.isPaused && endedAt === null && state !== "closed"
  return (
    <Card
      title={words.title}
      action={
        <span className={screen["chip"]} data-state={chips[shown]}>
          {words.states[shown]}
        </span>
      }
    >
      <p>
        <Sentence domain={domain} repair={repair} />
      </p>
      {reopened === 0 ? null : <p>{words.reopened(reopened)}</p>}
      {repairSeconds === null ? null : <Facts rows={[[words.took, format.seconds(repairSeconds)]]} />}
      {canReport ? <Report domainId={domain.id} repair={repair} /> : null}
    </Card>
  )
}

export const CertificateRepair = ({ domain }: { readonly domain: Domain }) => {
  const now = useNow(HOUR_MS)
  const { data: repair } = useCertificateRepair(domain.id, domain.ssl !== null)
  if (repair === undefined) return null
  const overAt = repair.closedAt ?? repair.endedAt
  const isOld = overAt !== null && now - Date.parse(overAt) > SHOWN_MS
  return isOld ? null : <CertificateRepairCard domain={domain} repair={repair} />
}
