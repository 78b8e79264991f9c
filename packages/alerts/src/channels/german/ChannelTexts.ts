import type { Channel } from "../Channel.ts"

type SettingTexts = readonly [label: string, help: string, message: string]

export interface ChannelTexts<Name extends string = string> {
  readonly about: string
  readonly steps: readonly [string, string, string]
  readonly appearance: string
  readonly fields: { readonly [Field in Name]: SettingTexts }
}

export type TextsOf<Declared> = Declared extends Channel<string, infer Name extends string> ? ChannelTexts<Name> : never
