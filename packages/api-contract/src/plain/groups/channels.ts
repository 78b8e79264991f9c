// Written by `npm run openapi`. Do not edit.
import type { RequestOptions } from "../Paged.ts"
import type {
  AlertChannel,
  ChannelDelivery,
  ChannelKind,
  ChannelTest,
  CreateChannel,
  ImportChannels,
  TestChannel,
  TranslatedChannel,
  UpdateChannel
} from "../records/channels.ts"
import type { Deleted } from "../records/several.ts"

/** The requests about channels. */
export interface ChannelsRequests {
  /** List channels */
  readonly list: (options?: RequestOptions) => Promise<ReadonlyArray<AlertChannel>>
  /** Create a channel */
  readonly create: (body: CreateChannel, options?: RequestOptions) => Promise<AlertChannel>
  /** List kinds of channels */
  readonly kinds: (
    query?: { readonly language?: "en" | "de" },
    options?: RequestOptions
  ) => Promise<ReadonlyArray<ChannelKind>>
  /** Get a channel */
  readonly get: (id: string, options?: RequestOptions) => Promise<AlertChannel>
  /** Change a channel */
  readonly update: (id: string, body: UpdateChannel, options?: RequestOptions) => Promise<AlertChannel>
  /** Delete a channel */
  readonly remove: (id: string, options?: RequestOptions) => Promise<Deleted>
  /** Create channels from an Apprise URL */
  readonly fromUrl: (body: ImportChannels, options?: RequestOptions) => Promise<ReadonlyArray<TranslatedChannel>>
  /** Test a channel's settings */
  readonly test: (body: TestChannel, options?: RequestOptions) => Promise<ChannelTest>
  /** Test a channel */
  readonly testSaved: (id: string, options?: RequestOptions) => Promise<ChannelTest>
  /** Deliveries of a channel */
  readonly deliveries: (
    id: string,
    query?: { readonly limit?: number },
    options?: RequestOptions
  ) => Promise<ReadonlyArray<ChannelDelivery>>
}
