import type { ChannelKindRecord, ChannelTest } from "@mon/model"
import { type ReactNode, useState } from "react"
import { useReason } from "../ui/Problem.tsx"
import css from "../ui/Screen.module.css"
import { useLanguage } from "../words/language.ts"
import { serviceText } from "../words/serviceText.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { channelsWords } from "../alerts/channelsWords.ts"
import { serviceSentence } from "../alerts/serviceSentence.ts"

export const useTest = (
  send: () => Promise<ChannelTest>,
  kind: ChannelKindRecord | undefined
): { readonly isRunning: boolean; readonly run: () => void; readonly outcome: ReactNode } => {
  const { format, words: common } = useLanguage()
  const words = useScreenWords(channelsWords)
  const reason = useReason()
  const [isRunning, setRunning] = useState(false)
  const [result, setResult] = useState<ChannelTest | string | null>(null)
  const run = async () => {
    setRunning(true)
    setResult(null)
    try {
      setResult(await send())
    } catch (error) {
      setResult(serviceSentence(reason(error), common.language, kind?.settings))
    }
    setRunning(false)
  }
  const textOf = ({ answer, delivered, error, responseTimeMs, statusCode }: ChannelTest) =>
    [
      delivered ? words.testSent : words.testFailed,
      ...(error === null ? [] : [serviceText(common, error.message)]),
      ...(statusCode === null ? [] : [common.incident.status(statusCode)]),
      ...(responseTimeMs === null ? [] : [format.milliseconds(responseTimeMs)]),
      ...(answer === null ? [] : [words.answered(answer)])
    ].join(" · ")
  const isGood = typeof result === "object" && result?.delivered === true
  return {
    isRunning,
    run: () => void run(),
    outcome: (
      <span role="status" className={result === null ? css["small"] : isGood ? css["good"] : css["bad"]}>
        {isRunning ? words.testing : result === null ? null : typeof result === "string" ? result : textOf(result)}
      </span>
    )
  }
}
