/** Whether somebody who uses this browser logs in with codes by e-mail; it names nobody. */
const key = 'code_login'

export const remembersCodeLogin = (): boolean => localStorage.getItem(key) === '1'

export const rememberCodeLogin = (isOn: boolean): void => {
  if (isOn) localStorage.setItem(key, '1')
  else localStorage.removeItem(key)
}
