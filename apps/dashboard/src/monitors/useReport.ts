import { notify } from "../ui/notify.ts"
import { useRefusalText } from "../ui/Problem.tsx"
import { useLanguage } from "../words/language.ts"
import { type Outcome, refresh } from "../api/changes.ts"

type Failed = (count: number, reason: string) => string

export const useReport = (failed: Failed) => {
  const { words } = useLanguage()
  const shown = useRefusalText()
  const refused = <A>(outcome: Outcome<A>): boolean => {
    if (outcome.failed > 0) notify(failed(outcome.failed, shown(outcome.reason) || words.problem.noAnswer))
    return outcome.failed > 0
  }
  return <A>(
    outcome: Outcome<A>,
    text: (count: number) => string,
    undo?: (done: ReadonlyArray<A>) => Promise<Outcome<unknown>>
  ): void => {
    refused(outcome)
    const { done } = outcome
    if (done.length === 0) return
    if (undo === undefined) return notify(text(done.length))
    const revert = async () => {
      const reverted = await undo(done)
      await refresh()
      if (!refused(reverted)) notify(words.toast.undone)
    }
    notify(text(done.length), { label: words.toast.undo, run: () => void revert() })
  }
}
