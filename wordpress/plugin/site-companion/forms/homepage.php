<?php
/**
 * The fields of the home page: testimonials, and the questions in the order in which the page shows them.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

/** The fields in `schema.json`, and the list of questions, which has a control of its own. */
function homepage_form_fields(): array {
	return array(
		...array_map( __NAMESPACE__ . '\with_html_autop', fields_of_type( 'homepage' ) ),
		array(
			'name'      => 'faq',
			'label'     => __( 'Questions', 'site-companion' ),
			'help'      => __( 'In the order in which the home page shows them. Only published ones appear.', 'site-companion' ),
			'type'      => 'questions',
			'itemLabel' => __( 'Question', 'site-companion' ),
		),
	);
}

/** Replaces the type `html` with `html-autop`: editors separate paragraphs by empty lines, for which `render_text` adds `<p>` elements. */
function with_html_autop( array $field ): array {
	if ( 'html' === $field['type'] ) {
		$field['type'] = 'html-autop';
	}
	if ( isset( $field['fields'] ) ) {
		$field['fields'] = array_map( __NAMESPACE__ . '\with_html_autop', $field['fields'] );
	}

	return $field;
}

/**
 * Renders the chosen questions as rows that can be moved, and a list from which other questions can be added.
 *
 * @param int[] $chosen
 */
function render_questions( array $chosen, array $path ): void {
	$others = get_posts(
		array(
			'post_type'   => 'faq',
			'post_status' => array( 'publish', 'future', 'draft', 'pending', 'private' ),
			'numberposts' => -1,
			'orderby'     => array(
				'menu_order' => 'ASC',
				'date'       => 'ASC',
			),
			'exclude'     => $chosen, // phpcs:ignore WordPressVIPMinimum.Performance.WPQueryParams
		)
	);
	?>
	<div class="site-companion-list" data-list data-item-label="<?php esc_attr_e( 'Question', 'site-companion' ); ?>">
		<input type="hidden" name="<?php echo esc_attr( input_name( array( ...$path, '_rows' ) ) ); ?>" value="" />
		<ol class="site-companion-rows" data-rows>
			<?php
			foreach ( $chosen as $id ) {
				render_question( $id, $path );
			}
			?>
		</ol>
		<template data-template="__row<?php echo esc_attr( (string) count( $path ) ); ?>__"><?php render_question( 0, $path ); ?></template>
		<p class="site-companion-add-question">
			<label for="site-companion-add-question"><?php esc_html_e( 'Add a question', 'site-companion' ); ?></label>
			<select id="site-companion-add-question" data-add-from name="<?php echo esc_attr( input_name( array( ...$path, 'added', 'id' ) ) ); ?>">
				<option value=""><?php esc_html_e( '– choose –', 'site-companion' ); ?></option>
				<?php foreach ( $others as $question ) : ?>
					<option value="<?php echo esc_attr( (string) $question->ID ); ?>"><?php echo esc_html( question_label( $question->ID ) ); ?></option>
				<?php endforeach; ?>
			</select>
			<button type="button" class="button" data-action="add-chosen"><?php esc_html_e( 'Add', 'site-companion' ); ?></button>
		</p>
	</div>
	<?php
}

/**
 * Renders a question as a row. The name of the row is the title of the question, which the editor cannot change here (`data-fixed-name`);
 * fields-form.js names other rows after the text in their first field.
 */
function render_question( int $id, array $path, bool $is_removable = true ): void {
	$row  = array( ...$path, 0 === $id ? '__row' . count( $path ) . '__' : (string) $id );
	$edit = $id > 0 && 'trash' !== get_post_status( $id ) ? get_edit_post_link( $id ) : null;
	?>
	<li class="site-companion-row" data-row data-fixed-name>
		<div class="site-companion-row-head">
			<span class="site-companion-handle dashicons dashicons-menu" data-handle aria-hidden="true"></span>
			<span class="site-companion-row-title"><span data-row-number class="screen-reader-text"></span> <span data-row-name><?php echo esc_html( $id > 0 ? question_label( $id ) : '' ); ?></span></span>
			<?php if ( $edit ) : ?>
				<a href="<?php echo esc_url( $edit ); ?>"><?php esc_html_e( 'Edit', 'site-companion' ); ?></a>
			<?php endif; ?>
			<?php render_row_buttons( $is_removable ); ?>
		</div>
		<input type="hidden" data-row-id name="<?php echo esc_attr( input_name( array( ...$row, 'id' ) ) ); ?>" value="<?php echo esc_attr( $id > 0 ? (string) $id : '' ); ?>" />
		<noscript>
			<label><?php esc_html_e( 'Position', 'site-companion' ); ?> <input type="number" class="small-text" name="<?php echo esc_attr( input_name( array( ...$row, '_position' ) ) ); ?>" /></label>
			<?php if ( $is_removable ) : ?>
				<label><input type="checkbox" value="1" name="<?php echo esc_attr( input_name( array( ...$row, '_remove' ) ) ); ?>" /> <?php esc_html_e( 'Remove', 'site-companion' ); ?></label>
			<?php endif; ?>
		</noscript>
	</li>
	<?php
}

/** The title of a question, with its status if visitors do not see it. */
function question_label( int $id ): string {
	$question = get_post( $id );
	if ( ! $question instanceof WP_Post || 'faq' !== $question->post_type ) {
		/* translators: %d: id of a question. */
		return sprintf( __( 'Question %d (deleted, not shown)', 'site-companion' ), $id );
	}
	$title = html_entity_decode( wp_strip_all_tags( get_the_title( $question ) ), ENT_QUOTES | ENT_HTML5 );
	if ( 'publish' === $question->post_status ) {
		return $title;
	}
	$status = 'trash' === $question->post_status ? __( 'in the trash', 'site-companion' ) : (string) get_post_status_object( $question->post_status )?->label;

	/* translators: 1: title of a question, 2: its status. */
	return sprintf( __( '%1$s (%2$s, not shown)', 'site-companion' ), $title, $status );
}

/** @return int[] The ids of the submitted questions in their order, without duplicates. */
function submitted_questions( array $submitted ): array {
	$rows = submitted_rows( $submitted, static fn( array $row ): array => array( 'id' => absint( $row['id'] ?? 0 ) ) );

	return array_values( array_unique( array_filter( array_column( is_array( $rows ) ? $rows : array(), 'id' ) ) ) );
}

/** Warns about questions that visitors do not see. */
function validate_questions( mixed $ids, string $path, string $label ): array {
	$problems = array();
	foreach ( is_array( $ids ) ? $ids : array() as $id ) {
		if ( 'publish' !== get_post_status( (int) $id ) ) {
			$problems[] = problem( $path, $label, question_label( (int) $id ) . '.', false );
		}
	}

	return $problems;
}
