import { useState } from "react"
import { useDomain } from "../api/monitorQueries.ts"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import { useSentence } from "../ui/Problem.tsx"
import { GradeMark } from "../ui/StateMark.tsx"
import { Ago } from "../ui/time.tsx"
import { Unloaded } from "../ui/Unloaded.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { firstFix } from "./gains.ts"
import { useFixName } from "./useFixName.ts"
import { MailExtras } from "./MailExtras.tsx"
import { checkAgain, type MailTarget, type Report, useReport } from "./mailQueries.ts"
import { mailWords } from "./mailWords.ts"
import { Repairs } from "./Repairs.tsx"
import css from "./Report.module.css"
import { Components } from "./Components.tsx"
import { ReviewedReports } from "./ReviewedReports.tsx"
import { Findings, Found, Plan, SpfIncludes } from "./ReportParts.tsx"
import { MailOff } from "./MailOff.tsx"
import { ScoreHistory } from "./ScoreHistory.tsx"
import { VerifyRepair } from "./VerifyRepair.tsx"

/** Shows the first thing to fix: the worst finding of the component with the most points to gain. */
const First = ({ report }: { readonly report: Report }) => {
  const text = useScreenWords(mailWords)
  const nameOf = useFixName()
  const first = firstFix(report, report.score)
  if (first === null) return report.score === null ? null : <p className={css["first"]}>{text.report.nothing}</p>
  const finding = report.findings.find(({ component, severity }) => component === first.name && severity !== "info")
  return (
    <p className={css["first"]}>
      {text.report.first}: <b>{nameOf({ component: first.name, key: finding?.code ?? first.name })}</b>{" "}
      <span className={css["good"]}>{text.points(first.gain)}</span>
      {finding === undefined ? null : <span className={css["soft"]}> · {finding.message}</span>}
    </p>
  )
}

/** Returns whether the plan first asks the person to read the DMARC reports. */
const waits = ({ steps }: Report): boolean => steps.some(({ kind }) => kind === "review")

const Checked = ({ target }: { readonly target: MailTarget }) => {
  const { words } = useLanguage()
  const text = useScreenWords(mailWords)
  const sentence = useSentence()
  const [isChecking, setChecking] = useState(false)
  const [isReviewed, setReviewed] = useState(false)
  const { data: plain, error, refetch } = useReport(target)
  const reviewed = useReport(target, true, isReviewed)
  // The plan without the stricter policy stays on screen until the new plan is loaded.
  const data = (isReviewed ? reviewed.data : undefined) ?? plain
  if (data === undefined) return <Unloaded isPart error={error} refetch={refetch} />
  const again = async () => {
    setChecking(true)
    try {
      await checkAgain(target, isReviewed)
    } catch (problem) {
      notify(sentence(problem))
    }
    setChecking(false)
  }
  return (
    <div className={css["stack"]}>
      <Card
        title={words.domain.mail}
        action={
          <Button onClick={() => void again()} disabled={isChecking}>
            {isChecking ? text.report.checking : text.report.checkAgain}
          </Button>
        }
      >
        <p className={css["summary"]}>
          {data.grade === null ? null : <GradeMark grade={data.grade} large />}
          <span className={css["score"]}>
            {data.score === null ? text.report.noScore : text.report.score(data.score)}
          </span>
          <span className={css["soft"]}>
            <Ago at={data.checkedAt} />
            {data.cached ? ` · ${text.report.cached}` : ""}
          </span>
        </p>
        {data.incomplete ? <p className={css["notice"]}>{text.report.incomplete}</p> : null}
        {data.parked ? <p className={css["notice"]}>{text.report.parked}</p> : null}
        <Components report={data} />
        <First report={data} />
      </Card>
      <Plan report={data}>
        {"id" in target ? (
          <VerifyRepair id={target.id} isReviewed={isReviewed} hasRecords={data.records.length > 0} />
        ) : null}
        {isReviewed || waits(data) ? (
          <ReviewedReports
            isReviewed={isReviewed}
            isWaiting={isReviewed && reviewed.data !== undefined && waits(reviewed.data)}
            isPending={isReviewed && reviewed.isFetching}
            error={isReviewed ? reviewed.error : null}
            onChange={setReviewed}
            onRetry={() => void reviewed.refetch()}
          />
        ) : null}
      </Plan>
      {"id" in target ? <Repairs id={target.id} /> : null}
      <Findings report={data} />
      <div className={css["parts"]}>
        <SpfIncludes report={data} />
        <Found report={data} />
      </div>
      <MailExtras extras={data.extras} />
      {"id" in target ? <ScoreHistory id={target.id} /> : null}
    </div>
  )
}

const Monitored = ({ id }: { readonly id: string }) => {
  const { data: domain, error, refetch } = useDomain(id)
  const [isAsked, setAsked] = useState(false)
  if (domain === undefined) return <Unloaded isPart error={error} refetch={refetch} />
  return (
    <div className={css["stack"]}>
      {domain.emailHealthEnabled ? null : (
        <MailOff domain={domain} onCheck={isAsked ? undefined : () => setAsked(true)} />
      )}
      {domain.emailHealthEnabled || isAsked ? <Checked target={{ id }} /> : null}
    </div>
  )
}

export const MailReport = ({ target }: { readonly target: MailTarget }) =>
  "id" in target ? <Monitored key={target.id} id={target.id} /> : <Checked target={target} />
