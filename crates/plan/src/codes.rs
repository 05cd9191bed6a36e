//! The codes of the diagnostics of plan texts, each with its explanation. `L01` is for plan texts: up to `L0109` what
//! makes a step unreadable or wrong, from `L0110` on what was made of a text.

stepguard_text::diagnostic_codes! {
    UNREADABLE_LINE = "L0101", "A step cannot be read",
        "The line claims to be a step - it has a list mark or a time stamp, stands in parentheses, is an element of a \
         JSON list, or starts with an action's name - and does not read as an action with arguments. It is not executed, \
         and the plan is not valid. Write the action's name and its objects; a sentence, or an order to repeat other \
         steps, is no step.",
        "1. (lift red)\n2. Put the red tray down on the counter.\n" => "1. (lift red)\n2. (set-down red)\n";
    UNKNOWN_ACTION = "L0102", "The domain has no action of this name",
        "Names are compared ignoring case, and with `-`, `_` and blank taken as equal. Some planners add a last step \
         such as `reach-goal`, which is no action of the domain: drop it.",
        "(put-no mug rack)\n" => "(put-on mug rack)\n";
    UNKNOWN_OBJECT = "L0103", "An argument is not declared",
        "A plan can use the objects of the problem and the constants of the domain. Names from a simulator often carry \
         a number, as in `mug.0`, that the problem's names do not have.",
        "(grasp mug.0 sink)\n" => "(grasp mug sink)\n";
    WRONG_ARITY = "L0104", "Too many or too few arguments",
        "An action takes as many arguments as it has parameters. None is filled in, not even what the agent holds.",
        "(put-on rack)\n" => "(put-on mug rack)\n";
    IGNORED = "L0110", "Text that is no step was ignored",
        "Lines without any sign of a step - a list mark, parentheses, an action's name at the beginning - are prose. They \
         are listed with the plan, and do not count. The warning stands at the first of them.",
        "This is what I would do:\n(grasp mug sink)\n" => "; This is what I would do:\n(grasp mug sink)\n";
    NO_STEPS = "L0111", "No steps found",
        "Nothing in the text reads as a step, so it is checked as the empty plan: valid only if the goal holds from the \
         beginning.",
        "Everything is in its place already.\n" => "; Everything is in its place already.\n";
    PLANNER_LOG = "L0112", "Output of a planner",
        "The lines of the plan were taken from the log of a planner; the log's other lines are no part of it. Of several \
         plans in one log the last counts.",
        "ff: found legal plan as follows\nstep    0: GRASP MUG SINK\n" => "(grasp mug sink)\n";
    FENCE = "L0113", "A Markdown fence",
        "Chats put code between lines of three backticks. Where such a block holds the plan, the text outside is ignored.",
        "```\n(grasp mug sink)\n```\n" => "(grasp mug sink)\n";
    PYTHON = "L0114", "Python notation",
        "Single quotes, tuples and `None` are how Python prints lists and dictionaries. They are read like JSON.",
        "[{'GRASP': ['mug', 'sink']}]\n" => "[{\"GRASP\": [\"mug\", \"sink\"]}]\n";
    LOOSE_JSON = "L0115", "Not JSON by the letter",
        "Comments, trailing or missing commas, line breaks inside strings and words without quotes are no JSON. They are \
         tolerated, since it is clear what is meant.",
        "[\"(grasp mug sink)\", # from there\n]\n" => "[\"(grasp mug sink)\"]\n";
    TRUNCATED = "L0116", "The text ends too early",
        "A bracket or quote is still open at the end: the answer was cut off, perhaps by a limit of its length. What is \
         there was read; steps may be missing.",
        "[\"(grasp mug sink)\", \"(put-on mug rack)\"\n" => "[\"(grasp mug sink)\", \"(put-on mug rack)\"]\n";
    TWICE = "L0117", "The plan stands there twice",
        "Many answers give the plan in words and again as code, or as a draft and again in full. Steps in parentheses \
         count before steps in words, a block of code before the text around it, and the last of equal answers before the \
         ones above it.",
        "1. Take the mug.\n\nThat is:\n(grasp mug sink)\n" => "(grasp mug sink)\n";
    REPEATED_KEYS = "L0118", "Repeated keys are steps",
        "In JSON a repeated key replaces the one before; here every member is a step, in the order of the text.",
        "{\"STROKE\": [\"cat\"], \"STROKE\": [\"cat\"]}\n" => "[{\"STROKE\": [\"cat\"]}, {\"STROKE\": [\"cat\"]}]\n";
    PARENTHESES = "L0119", "A parenthesis too many or too few",
        "The step is clear all the same and was read.",
        "(grasp mug sink))\n" => "(grasp mug sink)\n";
    START_WITHOUT_END = "L0120", "An action starts and never ends",
        "In happenings every `start` of an action needs its `end` later in the text; without it the action has no \
         duration.",
        "0: start (grasp mug sink)\n" => "0: start (grasp mug sink)\n2: end (grasp mug sink)\n";
    SOME_TIMES = "L0121", "Only some steps have times",
        "A plan has a time for every step or for none. Here the steps stay in the order of the text.",
        "0: (grasp mug sink)\n(put-on mug rack)\n" => "0: (grasp mug sink)\n1: (put-on mug rack)\n";
    TIMES_OUT_OF_ORDER = "L0122", "Steps do not stand in the order of their times",
        "The times give the order, and the numbers of the steps follow it.",
        "5: (put-on mug rack)\n1: (grasp mug sink)\n" => "1: (grasp mug sink)\n5: (put-on mug rack)\n";
    DEFINITION_IN_PLAN = "L0123", "A domain or problem inside the plan",
        "A definition is no step and was left out. Paste domain and problem into their own fields, or everything into the \
         field for mixed texts.",
        "(define (domain kitchen))\n(grasp mug sink)\n" => "(grasp mug sink)\n";
    JOINED_FENCES = "L0124", "Several code blocks make one plan",
        "The steps of all blocks that hold actions of the domain were read, one block after the other.",
        "```\n(grasp mug sink)\n```\nand then\n```\n(put-on mug rack)\n```\n" => "(grasp mug sink)\n(put-on mug rack)\n";
}
