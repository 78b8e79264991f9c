import type { CauseEvidence, IncidentCause, IncidentDiagnosis } from "@mon/model"
import { Card } from "../ui/Card.tsx"
import { TextWithCode } from "../ui/TextWithCode.tsx"
import { diagnosisDe } from "./diagnosis.de.ts"
import { diagnosisEn } from "./diagnosis.en.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "./DiagnosisCard.module.css"

const diagnosisWords = { en: diagnosisEn, de: diagnosisDe } as const

const Sentences = ({ title, list }: { readonly title: string; readonly list: ReadonlyArray<CauseEvidence> }) =>
  list.length === 0 ? null : (
    <>
      <h3 className={css["part"]}>{title}</h3>
      <ul className={css["reasons"]}>
        {list.map(({ code, text }) => (
          <li key={code}>
            <bdi>
              <TextWithCode text={text} />
            </bdi>
          </li>
        ))}
      </ul>
    </>
  )

const Reasons = ({ cause }: { readonly cause: IncidentCause }) => {
  const texts = useScreenWords(diagnosisWords)
  return (
    <>
      <h3 className={css["part"]}>{texts.nextStep}</h3>
      <p>
        <bdi>
          <TextWithCode text={cause.nextStep} />
        </bdi>
      </p>
      <Sentences title={texts.evidence} list={cause.evidence} />
      <Sentences title={texts.against} list={cause.against} />
    </>
  )
}

const percentOf = ({ confidence }: IncidentCause): number => Math.round(confidence * 100)

export const DiagnosisCard = ({ diagnosis }: { readonly diagnosis: IncidentDiagnosis | null }) => {
  const texts = useScreenWords(diagnosisWords)
  if (diagnosis === null) return null
  const { causes, missing, result, title } = diagnosis
  const [first] = result === "known" ? causes : []
  const others = first === undefined ? causes : causes.slice(1)
  return (
    <Card title={texts.title}>
      <p>
        <b>{title}</b>{" "}
        {first === undefined ? null : <span className={css["soft"]}>{texts.confidence(percentOf(first))}</span>}
      </p>
      {first === undefined ? null : <Reasons cause={first} />}
      {others.length === 0 ? null : (
        <>
          <h3 className={css["part"]}>{first === undefined ? texts.guesses : texts.others}</h3>
          {others.map((cause) => (
            <details key={cause.class} className={css["other"]}>
              <summary>
                <span>{cause.title}</span> <span className={css["soft"]}>{texts.confidence(percentOf(cause))}</span>
              </summary>
              <Reasons cause={cause} />
            </details>
          ))}
        </>
      )}
      {first === undefined && missing.length > 0 ? (
        <>
          <h3 className={css["part"]}>{texts.missing}</h3>
          <ul className={css["reasons"]}>
            {missing.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </>
      ) : null}
    </Card>
  )
}
