import { isIP } from 'node:net';
import type { DoctorFact } from '../../../../shared/contract/doctor.ts';
import { lookupAll } from '../reach.ts';
import { listed, type Step, skipped } from '../step.ts';

/** Which addresses has the name? */
export const dns: Step = {
  id: 'dns',
  async run({ found, signal }) {
    const { target } = found;
    if (!target) return skipped('There is no name to resolve.');
    if (found.proxy?.problem !== undefined) return skipped('The proxy has to be put right first.');
    if (found.proxy?.proxy) return skipped('The proxy resolves the name, not this computer.');
    const { host } = target;
    const { addresses, code, ms } = await lookupAll(host, signal);
    found.lookup = addresses;
    const facts: DoctorFact[] = addresses.map((one) => ({ kind: 'address', ...one, ms }));
    if (isIP(host) !== 0)
      return { verdict: 'ok', message: `${host} is an address, so no name has to be resolved.`, facts };
    if (addresses.length > 0) {
      const list = listed(addresses.map(({ address }) => address));
      return { verdict: 'ok', message: `${host} is ${list}.`, facts };
    }
    return { verdict: 'failed', message: failureWords(host, code), next: adviceFor(host, code) };
  },
};

function failureWords(host: string, code = ''): string {
  if (code === 'ETIMEOUT') return `No name server answered the question for ${host} in time.`;
  if (code === 'EAI_AGAIN') return `The name ${host} cannot be resolved at the moment: no name server answered.`;
  return `The name ${host} is not known on this computer or its network.`;
}

function adviceFor(host: string, code = ''): string {
  if (code === 'ETIMEOUT' || code === 'EAI_AGAIN')
    return 'Check the network, the VPN and the DNS settings, then test again.';
  return host.includes('.')
    ? 'Check the spelling of the address. A name of a private network needs its VPN.'
    : 'A name without a dot is often one inside a container network or a cluster. Use a published address, such as localhost with the published port.';
}
