export function startBot(options: { baseUrl: string; token: string }): Promise<Disposable>
