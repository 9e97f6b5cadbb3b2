// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

/// Answers like a Chainlink aggregator behind its proxy (AggregatorV3): round ids carry the phase in their upper bits.
contract PriceFeed {
    struct Round {
        int256 answer;
        uint256 updatedAt;
    }

    uint8 public constant decimals = 8;
    uint256 public constant version = 4;
    uint80 private constant PHASE = uint80(1) << 64;

    string public description;
    address public immutable desk;
    uint80 private _last;
    mapping(uint80 => Round) private _rounds;

    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    error NotDesk();
    error NoDataPresent();

    constructor(string memory description_, address desk_) {
        description = description_;
        desk = desk_;
    }

    function set(int256 answer, uint256 updatedAt) external {
        if (msg.sender != desk) revert NotDesk();
        _last += 1;
        _rounds[_last] = Round(answer, updatedAt);
        emit AnswerUpdated(answer, PHASE | _last, updatedAt);
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return _round(_last);
    }

    function getRoundData(uint80 roundId) external view returns (uint80, int256, uint256, uint256, uint80) {
        if (roundId & PHASE == 0) revert NoDataPresent();
        return _round(roundId ^ PHASE);
    }

    function _round(uint80 number) private view returns (uint80, int256, uint256, uint256, uint80) {
        Round memory round = _rounds[number];
        if (round.updatedAt == 0) revert NoDataPresent();
        uint80 roundId = PHASE | number;
        return (roundId, round.answer, round.updatedAt, round.updatedAt, roundId);
    }
}

/// Writes the rounds of many feeds in one transaction.
contract FeedDesk {
    address public immutable keeper;

    error NotKeeper();
    error LengthsDiffer();

    constructor(address keeper_) {
        keeper = keeper_;
    }

    /// A stamp of 0 means the time of this block.
    function setMany(PriceFeed[] calldata feeds, int256[] calldata answers, uint256[] calldata stamps) external {
        if (msg.sender != keeper) revert NotKeeper();
        if (feeds.length != answers.length || feeds.length != stamps.length) revert LengthsDiffer();
        for (uint256 i = 0; i < feeds.length; i++) {
            feeds[i].set(answers[i], stamps[i] == 0 ? block.timestamp : stamps[i]);
        }
    }
}
