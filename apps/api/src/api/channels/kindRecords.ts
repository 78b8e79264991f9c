import { channels as engine, describeChannel, translateChannel } from "@mon/alerts/channels"
import { type ChannelKindRecord, isChannelInPlan, type Language, type PlanLimits } from "@mon/model"
import { ofKind } from "./settings.ts"

/** Describes the kinds of channels in a language, and says which of them the plan allows. */
export const kindRecords = (limits: PlanLimits, language: Language): ReadonlyArray<ChannelKindRecord> =>
  Object.values(engine).map(({ kind }) => {
    const { about, appearance, fields, name, steps } = translateChannel(describeChannel(ofKind(kind)), language)
    const inPlan = isChannelInPlan({ kind, olderChannels: 0 }, limits)
    return { kind, name, about, steps, appearance, settings: fields, inPlan } satisfies ChannelKindRecord
  })
