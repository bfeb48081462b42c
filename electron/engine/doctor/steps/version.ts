import type { DoctorFact } from '../../../../shared/contract/doctor.ts';
import { chooseFor } from '../../card-reading.ts';
import { headerValue } from '../../http/headers.ts';
import { maskUrl } from '../../mask.ts';
import { type Step, skipped, textFact } from '../step.ts';

/** Which protocol version and binding is spoken, and why? */
export const version: Step = {
  id: 'version',
  run({ parts, agent, found }) {
    const { options } = agent;
    if (!found.card && !options.endpoint) return skipped('There is no card that names a version.');
    const negotiated = found.card?.reading.negotiated ?? chooseFor(agent, options, parts.transports.supported);
    const { binding, dialect, url, why, reason } = negotiated;
    const answered = headerValue(found.answer?.fetched.headers ?? [], 'a2a-version');
    const facts: DoctorFact[] = [
      ...textFact('negotiated', `${binding} ${dialect}`),
      ...textFact('found-at', maskUrl(url)),
      ...textFact('reason', reason),
      ...textFact('answered', answered),
    ];
    if (why === 'no-interface' || negotiated.offered === false) {
      return {
        verdict: 'failed',
        message: reason ?? 'The card names no interface that Loupe speaks.',
        next: 'Choose version, binding and endpoint under Connection options to try one all the same.',
        facts,
      };
    }
    const asks = dialect === '1.0' ? 'Requests say A2A-Version: 1.0' : 'Requests say no version, as 0.3 has it';
    const says = answered === undefined ? '' : `; the agent answered A2A-Version: ${answered}`;
    return { verdict: 'ok', message: `A2A ${dialect} over ${binding}. ${asks}${says}.`, facts };
  },
};
