// Synthetic run folders in the layouts of the original evaluator, with invented texts, and zip files of them.
import { crc32, deflateRawSync } from "node:zlib";

/** A picture of one point. */
const PICTURE = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

const FOLDERS = { alfred: "eb_alfred", habitat: "eb_habitat", navigation: "eb_nav", manipulation: "eb_manipulation" };

const line = (entries) => `${JSON.stringify(entries)}\n`;

/**
 * The files of a run, as [path, content] pairs: so many episodes, in two subsets. Every other episode is solved, beginning with the
 * first; `shift` moves that. A summary states something else than its episodes give.
 */
export function* runFiles(environment, model, episodes, shift, { pictures = 5, rounds = 2, subsets = ["base", "long_horizon"] } = {}) {
  const top = environment === "manipulation" ? `running/${FOLDERS[environment]}/${model}/x` : `running/${FOLDERS[environment]}/${model}_x`;
  for (const [place, subset] of subsets.entries()) {
    const folder = `${top}/${subset}`;
    yield [`${folder}/config.txt`, `{'model_name': '${model}', 'exp_name': 'x', 'down_sample_ratio': 1.0, 'n_shots': 10}`];
    yield [`${folder}/results/${environment === "navigation" ? "summary_all" : "summary"}.json`, line({ task_success: 0.9 })];
    const own = Math.floor(episodes / subsets.length) + (place < episodes % subsets.length ? 1 : 0);
    for (let number = 1; number <= own; number += 1) {
      yield* episodeFiles(environment, folder, number, (number + shift) % 2 === 1, { pictures, rounds });
    }
  }
}

function* episodeFiles(environment, folder, number, solved, { pictures, rounds }) {
  const instruction = `Put jar ${number} of the red shelf on the table, please.`;
  const said = (round) =>
    JSON.stringify({
      visual_state_description: `A table and shelf ${number} are in view.`,
      reasoning_and_reflection: `Round ${round}: the jar should be on shelf ${number}; the cupboard was not opened yet.`,
      language_plan: "Find the jar, then pick it up.",
      executable_plan: [{ action_id: 3, action_name: "find a Jar" }, { action_id: 4, action_name: "pick up the Jar" }],
    });
  const steps = [];
  for (let round = 1; round <= rounds; round += 1) {
    for (const [at, name] of ["find a Jar", "pick up the Jar"].entries()) {
      const step = (round - 1) * 2 + at + 1;
      const last = step === rounds * 2;
      steps.push({
        task_success: last && solved ? 1.0 : 0.0,
        ...(environment === "navigation" ? { distance: 3 - step / 2 } : { task_progress: last && solved ? 1.0 : 0.5 }),
        instruction,
        env_step: step,
        env_feedback: last && !solved ? "Last action is invalid. Jar is not visible." : "Last action executed successfully.",
        action_id: 3 + at,
        action_description: name,
        reasoning: said(round),
        last_action_success: last && !solved ? 0.0 : 1.0,
        episode_elapsed_seconds: step * 1.5,
      });
    }
  }
  const result = {
    instruction,
    task_success: solved ? 1 : 0,
    task_progress: solved ? 1 : 0.5,
    num_steps: steps.length,
    planner_steps: rounds,
    planner_output_error: 0,
    num_invalid_actions: solved ? 0 : 1,
    empty_plan: 0,
    episode_elapsed_seconds: steps.length * 1.5,
  };
  if (environment === "manipulation") {
    yield [`${folder}/results/episode_${number}_res.json`, line({ ...result, action_success: steps.map(() => 1), reward: steps.map(() => 0) })];
    const texts = Array.from({ length: rounds }, (_, round) =>
      JSON.stringify({ ...JSON.parse(said(round + 1)), executable_plan: [{ action: "[40, 50, 20, 0, 60, 90, 1]" }, { action: "[40, 50, 10, 0, 60, 90, 0]" }] }),
    );
    yield [`${folder}/results/planner_output_episode_${number}.txt`, texts.join("")];
  } else if (environment === "navigation") {
    yield [`${folder}/episode_${number}.json`, steps.map(line).join("\n")];
    yield [`${folder}/results/episode_${number}_final_res.json`, line(result)];
  } else {
    yield [`${folder}/episode_${number}_step_${steps.length}.json`, steps.map(line).join("")];
    yield [`${folder}/results/episode_${number}_final_res.json`, line(result)];
  }
  for (let picture = 0; picture < pictures; picture += 1) {
    const name = {
      navigation: `episode_${number}_step_${picture}_20250101_000000_front.png`,
      manipulation: `images/episode_${number}/episode_${number}_step_${picture}_front_rgb.png`,
    }[environment];
    yield [`${folder}/${name ?? `images/episode_${number}/episode_${number}_step_${picture}.png`}`, PICTURE];
  }
}

/** A zip file of [path, content] pairs, deflated. What `damage` ends in has bytes turned over. */
export function zipOf(files, { damage = null } = {}) {
  const parts = [];
  const list = [];
  let at = 0;
  for (const [path, content] of files) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const name = Buffer.from(path);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(crc32(bytes), 14);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(bytes.length, 22);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    entry.writeUInt16LE(20, 6);
    head.copy(entry, 10, 8, 30);
    entry.writeUInt32LE(at, 42);
    if (damage !== null && path.endsWith(damage)) packed.fill(0xff, Math.floor(packed.length / 2));
    parts.push(head, name, packed);
    list.push(entry, name);
    at += head.length + name.length + packed.length;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(list.length / 2, 8);
  end.writeUInt16LE(list.length / 2, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, directory, end]);
}
