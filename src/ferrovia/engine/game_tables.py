"""The tables of a game that are read while it is played, before anything is laid into them."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from ferrovia.engine.rule import Rule


class GameTables:
    """Empty tables; `Game` fills them. They have a place before any method is called, so that compiled code need not
    ask each time whether they are there."""

    def __init__(self) -> None:
        # --- cards
        self.wild: i64 = 0
        self.grey: i64 = 0
        self.cards: i64 = 0
        self.hand: i64 = 0
        self.deck = vec[i64]()
        # --- lanes, and which of them stand beside each other
        self.kinds: i64 = 0
        self.supply = vec[i64]()
        self.lane_a = vec[i64]()
        self.lane_b = vec[i64]()
        self.lane_cards = vec[i64]()
        self.lane_kind = vec[i64]()
        self.lane_colour = vec[i64]()
        self.lane_pieces = vec[i64]()
        self.lane_wilds = vec[i64]()
        self.lane_points = vec[i64]()
        self.twin_first = vec[i64]()
        self.twins = vec[i64]()
        # --- classes of lanes
        self.class_count: i64 = 0
        self.asks_wilds = False
        self.sections = vec[i64]()
        self.classes = vec[i64]()
        self.lane_class = vec[i64]()
        self.lane_bit = vec[i64]()  # of the lane in the masks of its class
        self.all_free = vec[i64]()
        self.all_open = vec[i64]()
        # --- tickets
        self.places: i64 = 0
        self.tickets: i64 = 0
        self.first_deal: i64 = 0
        self.first_keep: i64 = 0
        self.later_deal: i64 = 0
        self.later_keep: i64 = 0
        self.long_deal: i64 = 0
        self.first_offer: i64 = 0
        self.most_dealt: i64 = 0
        self.several_goals = False
        self.tickets_face_up = False
        self.ticket_a = vec[i64]()
        self.ticket_b = vec[i64]()
        self.ticket_points = vec[i64]()
        self.ticket_long = vec[i64]()
        self.further_first = vec[i64]()  # goals besides ticket_b: `further[i]` from here on
        self.further = vec[i64]()
        # --- actions
        self.actions: i64 = 0
        self.claim_base: i64 = 0
        self.rule_action_base: i64 = 0
        self.first_keeps: list[vec[i64]] = []
        self.later_keeps: list[vec[i64]] = []
        self.lane_action = vec[i64]()
        self.claim_lane = vec[i64]()
        self.claim_colour = vec[i64]()
        self.claim_wilds = vec[i64]()
        # --- rules, by the seams that they hang on
        self.counters: i64 = 0
        self.plain_claims = False
        self.rules: list[Rule] = []
        self.phase_rules: list[Rule] = []
        self.action_rules: list[Rule] = []
        self.setup_rules: list[Rule] = []
        self.announce_rules: list[Rule] = []
        self.claim_rules: list[Rule] = []
        self.action_offers: list[Rule] = []
        self.lenders: list[Rule] = []
        self.turn_rules: list[Rule] = []
        self.score_rules: list[Rule] = []
        self.terms_rules: list[Rule] = []
