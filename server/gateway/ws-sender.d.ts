import 'ws'

declare module 'ws' {
  /** Public in `ws`, but missing from its types. */
  const Sender: {
    frame(
      data: Buffer,
      options: { opcode: number; fin: boolean; mask: boolean; rsv1: boolean; readOnly: boolean },
    ): [header: Buffer, data?: Buffer]
  }
}
